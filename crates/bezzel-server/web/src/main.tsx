import { render } from "preact";

import { Page } from "./page";
import "./style.css";

render(<Page />, document.getElementById("page")!);
