// A state as a link, `#slug=…`, so that a teacher can point at one setting.

const LONGEST = 4000;

export function encode(slug, state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const text = btoa(String.fromCharCode(...bytes));
  return `#${slug}=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Returns what a link's hash holds for this explorable, unchecked; null where it holds nothing. */
export function decode(slug, hash) {
  if (!hash?.startsWith(`#${slug}=`) || hash.length > LONGEST) return null;
  try {
    const text = atob(
      hash
        .slice(slug.length + 2)
        .replaceAll("-", "+")
        .replaceAll("_", "/"),
    );
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (c) => c.charCodeAt(0))));
  } catch {
    return null; // the link was cut short, or mistyped
  }
}
