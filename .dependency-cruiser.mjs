/**
 * Who may know whom. A floor knows only floors below it, and inside a floor a room knows only the rooms before it; there are
 * no cycles, not even of types. `npm run check` holds the sources against this table.
 */
const domains = [
  "organization",
  "user",
  "tie", // whoever accepts an invitation may declare one
  "auth",
  "file",
  "roster",
  "credential",
  "reviewer",
  "submission",
  "certificate", // the last verdict of a review issues one
  "calibration",
  "payment",
  "review",
  "appeal",
  "quality",
  "badgr",
  "key",
  "webhook",
  "platform",
];
const anyOf = (names) => `(?:${names.join("|")})`;
const handlers = `^functions/${anyOf(domains)}/[a-z-]+\\.ts$`;
const calls = "calls\\.ts$";
/** What calls answer, where it has a file of its own. */
const answers = "-views\\.ts$";
const beyond = "^(?:bin|lib|web|test)/";

/** Rules by which each of some rooms in their order knows only those before it. */
const inOrder = (floor, rooms, { from, to = from, pathNot }) =>
  rooms.slice(0, -1).map((room, place) => ({
    name: `${floor}: a room knows only those before it`,
    severity: "error",
    from: { path: from([room]), ...(pathNot && { pathNot }) },
    to: { path: to(rooms.slice(place + 1)) },
  }));

/** A rule by which a floor knows nothing of those above it. */
const below = (floor, from, above) => ({
  name: `${floor} know nothing above them`,
  severity: "error",
  from,
  to: { path: [...above, beyond] },
});

/** Some may know what matches and Node's own modules, and nothing else. */
const only = (name, from, known) => ({
  name,
  severity: "error",
  from,
  to: { pathNot: known, dependencyTypesNot: ["core"] },
});
/** Whatever is in none of the house's own folders. */
const packages = "^(?!(?:bin|lib|functions|shared|test|web)/)";

/** Of functions/ one room alone knows a package. */
const alone = (name, room, path) => ({
  name: `only ${name}`,
  severity: "error",
  from: { path: "^functions/", pathNot: room },
  to: { path },
});

const things = { path: "^shared/", pathNot: [calls, "^shared/contract\\.ts$"] };
const machine = ["runtime", "sheets", "data", "clients", "chain", "pictures"];
const inMachine = (rooms) => `^functions/${anyOf(rooms)}/`;
const models = (names) => `^functions/${anyOf(names)}/model/`;

export default {
  forbidden: [
    below("the contract's things", things, [`^shared/.*${calls}`, "^shared/contract\\.ts$", "^functions/"]),
    below("the contract's calls", { path: "^shared/" }, ["^functions/"]),
    below("the machine's rooms", { path: inMachine(machine) }, [models(domains), handlers]),
    below("models", { path: models(domains) }, [handlers]),
    below("handlers", { path: handlers }, [handlers]),
    ...inOrder("ground", ["permissions\\.ts", "http/", "platform/"], { from: (rooms) => `^shared/${anyOf(rooms)}` }),
    ...inOrder("things", ["http", "platform", ...domains.slice(0, -1)], {
      from: (names) => `^shared/${anyOf(names)}/`,
      pathNot: [calls, answers],
    }),
    // the answer of a call may show things of any domain
    ...inOrder("calls", domains, { from: (names) => `^shared/${anyOf(names)}/.*${calls}` }),
    ...inOrder("machine", machine, { from: inMachine }),
    ...inOrder("models", domains, { from: models }),
    // who alone knows a package
    only("shared/ knows zod and itself", { path: "^shared/", pathNot: "^shared/certificate/verify/" }, [
      "^shared/",
      "^node_modules/zod/",
    ]),
    only("what verifies a credential knows what proves one besides", { path: "^shared/certificate/verify/" }, [
      "^shared/",
      "^node_modules/zod/",
      "@digitalbazaar/",
      "@digitalcredentials/",
      "^node_modules/@cfworker/json-schema/",
      "^node_modules/ed25519-signature-2020-context/",
      "^node_modules/fflate/",
    ]),
    only("lib/ knows handlers by path only", { path: "^lib/" }, ["^lib/", "^shared/", "aws-cdk-lib", "constructs"]),
    only("web/ knows shared/ and itself", { path: "^web/" }, ["^web/", "^shared/", "^package\\.json$", packages]),
    ...inOrder("the portal", ["api", "ui", "session", "content", anyOf([...domains, "verify", "developers"]), "app"], {
      from: (rooms) => `^web/${anyOf(rooms)}/`,
    }),
    {
      name: "a feature of the portal knows no other: what several show is in web/content/",
      severity: "error",
      from: { path: `^web/(${domains.join("|")}|verify|developers)/` },
      to: { path: `^web/${anyOf([...domains, "verify", "developers"])}/`, pathNot: "^web/$1/" },
    },
    only("web/ui/ knows no page and no session", { path: "^web/ui/" }, ["^web/(?:ui|api)/", "^shared/", packages]),
    only("web/api/ knows the contract alone", { path: "^web/api/" }, ["^web/api/", "^shared/", packages]),
    alone("functions/data/ knows DynamoDB", "^functions/data/", "@aws-sdk/[^/]*dynamodb"),
    alone(
      "functions/clients/ knows a foreign service",
      "^functions/(?:clients|data)/",
      "@aws-sdk/|node_modules/stripe/",
    ),
    {
      name: "AWS's events are for the chain and handlers",
      severity: "error",
      from: { path: [models(domains), "^functions/(?:data|clients)/"] },
      to: { path: "aws-lambda" },
    },
    { name: "no cycles", severity: "error", from: {}, to: { circular: true } },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".mjs"] },
  },
};
