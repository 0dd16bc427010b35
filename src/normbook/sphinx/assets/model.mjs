// The part of anywidget's model that a module may use, over a plain object.

/** Returns a model of a state. */
export function createModel(state) {
  const values = structuredClone(state);
  const listeners = new Map();
  const emit = (name) => {
    for (const listener of listeners.get(name) ?? []) listener();
  };
  return {
    get: (key) => values[key],
    set(key, value) {
      if (Object.is(values[key], value)) return;
      values[key] = value;
      emit(`change:${key}`);
      emit("change");
    },
    on(name, listener) {
      if (!listeners.has(name)) listeners.set(name, new Set());
      listeners.get(name).add(listener);
    },
    off(name, listener) {
      if (listener) listeners.get(name)?.delete(listener);
      else if (name) listeners.delete(name);
      else listeners.clear();
    },
    save_changes() {},
    send() {},
  };
}
