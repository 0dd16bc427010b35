// Rounds a float64 as a cast to a narrower dtype does: to the nearest number, and of two to the even
// one; with subnormals, −0, ±∞ for what is too large, and not-a-number for not-a-number.
//
// With these, arithmetic in a dtype is arithmetic in float64, each result rounded: float16(a + b).
// It is rounded twice, and still exact. The two could disagree only near the middle between two
// numbers of p bits, which itself has p + 1 bits. Sums and products of such numbers are exact in
// float64's 53 bits, or so lopsided that they are far from a middle. Quotients and roots are a
// middle, and then exact, or differ from it by more than one part in 2^(2p + 3): float64 sees on
// which side they lie if 2p + 3 ≤ 53. Float16 has p = 11, bfloat16 8, float32 24.

const view = new DataView(new ArrayBuffer(8));

export const float32 = Math.fround;

export const float16 = rounder({ bits: 11, highest: 15, lowest: -14 });

export const bfloat16 = rounder({ bits: 8, highest: 127, lowest: -126 });

/** Numbers of so many bits, the leading one included; the exponents of the normal ones are given. */
function rounder({ bits, highest, lowest }) {
  const ulp = 2 ** (1 - bits); // the distance from 1 to the next number
  const least = 2 ** lowest * ulp; // the smallest subnormal: none stand closer
  const tooLarge = 2 ** highest * (2 - ulp / 2); // the largest and half a step more is even, and ∞
  return (x) => {
    const size = Math.abs(x);
    if (!(size < tooLarge)) return x * Number.POSITIVE_INFINITY;
    // Float64 numbers from 2^52 steps on stand one step apart: the sum rounds to a multiple of it.
    const far = 2 ** 52 * Math.max(powerBelow(size) * ulp, least);
    const rounded = size + far - far;
    return x < 0 || Object.is(x, -0) ? -rounded : rounded;
  };
}

/** The largest power of two that is no larger: the number without its fraction bits. */
function powerBelow(size) {
  view.setFloat64(0, size);
  view.setUint32(0, view.getUint32(0) & 0x7ff00000);
  view.setUint32(4, 0);
  return view.getFloat64(0);
}
