// Writes the types of the schemas of an OpenAPI document, which it reads from standard input. (`npm run types`)

import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";

import openapi, { astToString } from "openapi-typescript";

const document = await text(process.stdin);
// Types do not tell an int32 from an int64, and the page calls no address by its type.
const schemas = JSON.parse(document, (key, value) => (key === "format" && typeof value === "string" ? undefined : value));
const types = astToString(await openapi({ ...schemas, paths: {} }));
const [, members] = types.match(/^ {4}schemas: \{\n(.*?)^ {4}\};$/ms);
const written = members
  .replace(/^ {8}/gm, "")
  .replace(/^(?: *\/\*\* @enum \{string\} \*\/\n)|(?: *\* @enum \{string\}\n)/gm, "")
  .replace(/\/\*\*\n *\* (.*)\n *\*\//g, "/** $1 */")
  .replaceAll("@description ", "")
  .replace(/^(\w+): /gm, "export type $1 = ")
  .replace(/components\["schemas"\]\["(\w+)"\]/g, "$1");
const hash = createHash("sha256").update(document).digest("hex");
process.stdout.write(`// From types with the SHA-256 ${hash} (npm run types).\n${written}`);
