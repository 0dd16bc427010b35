// A picture of pixels: a byte each, and what colour each byte is.

import { add } from "../_shared/dom.mjs";

/** Adds a canvas; `draw` shows bytes, row by row from the top; without a browser it stays empty. */
export function raster(parent, { window, ...attributes }) {
  const canvas = add(parent, "canvas", attributes);
  let image = null;

  return {
    canvas,
    draw(width, height, bytes, table) {
      const context = canvas.getContext?.("2d");
      if (!context) return;
      if (image?.width !== width || image.height !== height) {
        Object.assign(canvas, { width, height });
        image = new window.ImageData(width, height);
      }
      const pixels = new Uint32Array(image.data.buffer);
      for (let i = 0; i < pixels.length; i += 1) pixels[i] = table[bytes[i]];
      context.putImageData(image, 0, 0);
    },
    clear() {
      canvas.getContext?.("2d")?.clearRect(0, 0, canvas.width, canvas.height);
    },
  };
}
