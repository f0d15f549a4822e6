// The page without a server, in both browsers.

import "../site.test.mjs";
import "../firefox.test.mjs";
