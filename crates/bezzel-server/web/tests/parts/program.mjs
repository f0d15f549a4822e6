// The tests of programs over the page that is exported to a folder: some of them wait for minutes.

process.env.BEZZEL_PAGE = "exported";
await import("../program.test.mjs");
