// Keeps the page in the browser, so that it can be installed and opens without a network.

import { IN_NOTEBOOK } from "./notebook";

/** Does nothing on a page from a folder or in a notebook, and where the browser forbids it. */
export function keepForOffline() {
  if (IN_NOTEBOOK || !isSecureContext || !location.protocol.startsWith("http")) return;
  // Credentials, for a server that asks for a token.
  const manifest = { rel: "manifest", href: "./manifest.webmanifest", crossOrigin: "use-credentials" };
  document.head.append(Object.assign(document.createElement("link"), manifest));
  const register = async () => navigator.serviceWorker.register("./offline.js");
  // After the first view, which has the network for itself.
  addEventListener("load", () => register().catch(() => undefined));
}
