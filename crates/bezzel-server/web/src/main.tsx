import "virtual:shared";

import { render } from "preact";

import { IN_NOTEBOOK } from "./notebook";
import { Page } from "./page";

/** Keeps the page in the browser, so that it can be installed and opens without a network. Does nothing on a page from a folder or in a notebook, and where the browser forbids it. */
function keepForOffline() {
  if (IN_NOTEBOOK || !isSecureContext || !location.protocol.startsWith("http")) return;
  // Credentials, for a server that asks for a token.
  const manifest = { rel: "manifest", href: "./manifest.webmanifest", crossOrigin: "use-credentials" };
  document.head.append(Object.assign(document.createElement("link"), manifest));
  const register = async () => navigator.serviceWorker.register("./offline.js");
  // After the first view, which has the network for itself.
  addEventListener("load", () => register().catch(() => undefined));
}

// The page itself restores the place in each tab.
history.scrollRestoration = "manual";

keepForOffline();
render(<Page />, document.getElementById("page")!);
