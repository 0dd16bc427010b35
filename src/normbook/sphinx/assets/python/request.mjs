// A request for a file; what goes wrong with it is said in words for a reader.

/** Why Python, or a package, cannot be loaded; the message says it, without a full stop. */
export class CannotLoad extends Error {
  constructor(why, what = "Python") {
    super(why);
    this.what = what;
  }
}

/** Returns the response, if it is one with the file. */
export async function request(fetch, address, options) {
  const name = new URL(address).pathname.split("/").at(-1);
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new CannotLoad(`${name} did not come: there is no network, or something blocks it`);
  }
  if (!response.ok) {
    throw new CannotLoad(`${new URL(address).host} does not give ${name} (${response.status})`);
  }
  return response;
}
