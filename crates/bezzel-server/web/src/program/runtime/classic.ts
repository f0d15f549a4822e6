// Pyodide refuses workers that are classic scripts, and a page opened from a folder may start no others. It tells them
// by this function, which must fail before Pyodide is loaded.

Object.assign(globalThis, {
  importScripts: () => {
    throw new TypeError("not available");
  },
});
