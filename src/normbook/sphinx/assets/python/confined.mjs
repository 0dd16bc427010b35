// A worker that reaches nothing of the reader's: it runs in a frame of no origin.
//
// What an attempt can talk its interpreter into, it can do in that worker. There the book's storage,
// caches and cookies are not to be had, for they belong to an origin, and nothing can be fetched, for
// the frame's policy refuses it. What comes in and goes out is messages.
//
// A `data:` address is no way out, for what it brings is in itself: the code of the decoder of
// Python's files, which zstddec fetches from one.

import { request } from "./request.mjs";

const POLICY =
  "default-src 'none'; connect-src data:; worker-src blob:; " +
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:";

const FRAME = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<script>
  addEventListener("message", ({ data, ports: [port] }) => {
    const source = new Blob([data], { type: "text/javascript" });
    const worker = new Worker(URL.createObjectURL(source));
    worker.onerror = () => parent.postMessage("failed", "*");
    worker.postMessage(null, [port]);
  });
</script>`;

/**
 * Has of `Worker` what a page needs: `onmessage`, `onerror`, `postMessage` and `terminate`. The
 * worker is one script, no module: without an origin Chromium loads none as such. Its first message
 * brings it the port over which all others come and go.
 */
export class Confined {
  #frame;
  #port;
  #end = new AbortController();

  constructor(address, { document = globalThis.document, fetch = globalThis.fetch } = {}) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.receive(data);
    this.#frame = Object.assign(document.createElement("iframe"), {
      title: "Python",
      hidden: true,
      sandbox: "allow-scripts",
      srcdoc: FRAME,
    });
    const { signal } = this.#end;
    const { defaultView: window } = document;
    const fail = () => !signal.aborted && this.onerror?.(new Event("error"));
    const heard = ({ source }) => source === this.#frame.contentWindow && fail();
    window.addEventListener("message", heard, { signal });
    const loaded = new Promise((resolve) => {
      this.#frame.onload = resolve;
    });
    document.body.append(this.#frame);
    const source = request(fetch, address, { signal }).then((response) => response.text());
    Promise.all([source, loaded]).then(([text]) => {
      this.#frame.contentWindow?.postMessage(text, "*", [port2]);
    }, fail);
  }

  receive(data) {
    this.onmessage?.({ data });
  }

  postMessage(message, transfer = []) {
    this.#port.postMessage(message, transfer);
  }

  terminate() {
    this.#end.abort();
    this.#port.close();
    this.#frame.remove();
  }
}
