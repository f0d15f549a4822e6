import "./shared";

import { render } from "preact";

import { keepForOffline } from "./offline";
import { Page } from "./page";

// The page itself restores the place in each tab.
history.scrollRestoration = "manual";

keepForOffline();
render(<Page />, document.getElementById("page")!);
