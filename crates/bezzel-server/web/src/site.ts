// True in the page that `bezzel serve --export` writes, which has no server.

export const SITE = import.meta.env.MODE === "site";
