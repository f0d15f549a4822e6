// The tests of the tabs once more, over the page that is exported to a folder.

process.env.BEZZEL_PAGE = "exported";
for (const file of ["board", "given", "heat", "learn", "lesson", "local", "methods", "puzzle", "quiz", "race", "trace", "values"])
  await import(`../${file}.test.mjs`);
