import { render } from "preact";

import { Page } from "./page";

// The page itself restores the place in each tab.
history.scrollRestoration = "manual";

render(<Page />, document.getElementById("page")!);
