import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { callsOf, contract } from "../../shared/contract.ts";
import { problems } from "../../shared/http/problems.ts";
import { type Piece, readSource, sourcePaths } from "../support/sources.ts";

const sources = sourcePaths().map(readSource);

/** Words that names were made of, and what the field calls the thing. */
const gone = new Map([
  ["together", "transact"],
  ["beside", "alsoRead, prefetch"],
  ["besides", "alsoRead, prefetch"],
  ["telling", "notification"],
  ["tellings", "notifications"],
  ["duty", "deadline"],
  ["duties", "deadlines"],
  ["dues", "deadlines"],
  ["findable", "searchEntry"],
  ["spaces", "searchIndexes"],
  ["announce", "publishEvents, replayEvents"],
  ["announced", "published"],
  ["patience", "timeout"],
  ["slowly", "largeObjectTimeouts"],
  ["plainly", "clientDefaults"],
  ["steady", "resilient"],
  ["carefully", "resilient"],
  ["clockwork", "scheduled"],
  ["trail", "audit"],
  ["untold", "unsettled"],
  ["forged", "badSignature"],
  ["demand", "require"],
  ["demanded", "required"],
  ["surroundings", "context"],
  ["figure", "metric, amount"],
  ["figures", "metrics, amounts"],
  ["fact", "event, field, detail"],
  ["facts", "events, fields, details"],
  ["seeding", "seededAnchors"],
  ["withheld", "hidden"],
  ["departure", "leave, placesToLeave, useAccountDeletion"],
]);
/** Whole names that went, of words that are fine in others. */
const goneWhole = new Map([
  ["Moving", "TransitionInput"],
  ["Happening", "StateChange"],
  ["Hand", "ThemeColour"],
  ["Ended", "what ended: SeatEnd, AppealEnd"],
  ["Said", "what was said: Verdict, PageText"],
  ["Ground", "Fixture, Context"],
  ["lasting", "servedForADay"],
  ["loadOwn", "loadForStaff"],
  ["presentOwn", "presentForStaff"],
  ["setAside", "suspend"],
  ["takeUp", "resume"],
  ["identify", "auditIds, resolveActor"],
  ["cellsOf", "attemptsOf"],
  ["getMany", "batchGet"],
  ["getTogether", "transactGet"],
  ["Reading", "alsoRead, prefetch"],
  ["Care", "Policy"],
  ["useHandOut", "useExport"],
  ["giveBack", "release, requeue"],
  ["giveBackAll", "releaseAll"],
  ["shortErrors", "nothing: messages stay whole"],
]);
/** Names that keep such a word, and why. */
const kept = new Map([
  ["GuardDutyMalwareScanStatus", "the tag is GuardDuty's own"],
  ["RotateKeyOnDemand", "the operation is KMS's own"],
  ["RotateKeyOnDemandCommand", "and its client's"],
]);

/** The words of a name: `batchGetItem`, `BATCH_GET_ITEM` and `batch-get-item` alike. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const replacementOf = (name: string): string | undefined =>
  kept.has(name) ? undefined : (goneWhole.get(name) ?? wordsOf(name).flatMap((word) => gone.get(word) ?? [])[0]);

const faultsIn = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap(({ text, at }) => {
    const better = replacementOf(text);
    return better === undefined ? [] : [`${at}: ${text} is no word of the field. Call it by what it is: ${better}.`];
  });

describe("private words do not come back", () => {
  test("are looked for in every name", () => {
    const { identifiers, exported } = sources.find(({ path }) => path === "functions/data/transition.ts")!;
    expect(identifiers.map(({ text }) => text)).toEqual(expect.arrayContaining(["amend", "listings", "relist"]));
    expect(exported).toContain("transition");
    expect(["openDuties", "DUTIES_MAX", "by-duties.ts"].map(replacementOf)).toEqual(Array(3).fill("deadlines"));
    expect(replacementOf("getMany")).toBe("batchGet");
    expect(["seedingLimits", "isWithheld", "useDeparture", "giveBack"].map(replacementOf)).not.toContain(undefined);
    expect(["residues", "reading", "getManyRows"].map(replacementOf)).toEqual([undefined, undefined, undefined]);
  });
  test("as a name in a source", () => {
    expect(sources.flatMap(({ identifiers }) => faultsIn(identifiers))).toEqual([]);
  });
  test("as the name of a file or folder", () => {
    const parts = sources.flatMap(({ path }) => path.split("/").map((text) => ({ text, at: path })));
    expect(faultsIn(parts)).toEqual([]);
  });
  test("as a code on the wire", () => {
    const codes = [
      ...sources.flatMap(({ strings }) => strings),
      ...Object.keys(problems).map((text) => ({ text, at: "" })),
    ];
    const wrong = codes.filter(({ text }) => /^thing\.[a-z-]+$|^[a-z]+\.[a-z-]*-away$/.test(text));
    expect(wrong.map(({ text, at }) => `${at}: say resource.… or …-unavailable instead of ${text}.`)).toEqual([]);
  });
  test("and every exception is still needed", () => {
    const names = new Set(sources.flatMap(({ identifiers }) => identifiers.map(({ text }) => text)));
    expect([...kept.keys()].filter((name) => !names.has(name))).toEqual([]);
  });
});

/** What no screen, mail or refusal says, and what to say instead: web/README.md, "Words on screens". */
const unsaid: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Plain American English.
  [/\b(?:some|any|every)body\b|\bnobody\b/i, "someone, anyone, everyone, no one"],
  [/\bwho(?:ever|mever)\b|(?<!by )\bwhom\b/i, "who it is: the learner, the reviewer, anyone who"],
  [/\b(?:can|could|do|does|did|is|are|was|were|will|would|have|has)(?: not|not)\b/i, "the contraction: can’t, isn’t"],
  [/\bany more\b/i, "no longer, anymore"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix, edit"],
  [/\b(?:go(?:es)?|goes|went) on\b/i, "continue"],
  [/\bunder way\b/i, "in progress"],
  [/\bat present\b|\bmeanwhile\b/i, "right now, in the meantime"],
  [/\bby (?:it|them)sel(?:f|ves)\b/i, "automatically"],
  [/\b(?:besides|thereby|thereof|anew|whatsoever|hereby)\b/i, "a plainer sentence"],
  [/\bthere (?:is|are) (?:nothing|none|no one)\b/i, "what is missing: No jobs yet"],
  [/\b(?:be|was|were|is|are|been) given\b/i, "who gives it: you get, they assign"],
  [/\bled to\b/i, "what came of it by its name"],
  [/[a-z)”]; [a-z]/, "two sentences"],
  [/\bcolour(?:s|ed)?\b|\bcancelled\b|\blicence\b|\bjudgement\b/i, "the American spelling"],
  // One noun, one verb for each thing.
  [/\bhand(?:s|ed|ing)? (?:\w+ )?(?:in|back|out)\b/i, "submit, send back"],
  [/\bjudg(?:e|es|ed|ing|ment)\b|\bassess(?:e[sd]|ing|or)?\b/i, "review"],
  [/\bverdicts?\b/i, "decision"],
  [/\baccepted (?:reviewers?|sections?|credentials?)\b|\bsections? accepted\b/i, "approved"],
  [/\b(?:e-)?mail(?:s|ed|ing)?\b/i, "email"],
  [/\bnotices?\b/i, "notification"],
  [/\bpictures?\b/i, "photo of a person, image of anything else"],
  [/\bfigures\b/i, "the thing by its name, or data"],
  [/\b(?:portal|installation)\b/i, "Laurel, this site"],
  [/\bapplicants?\b/, "learner, reviewer"],
  [/\bpersons\b|\bthis person\b/i, "user, learner, reviewer"],
];
/** Texts that keep such words, and why. */
const keptTexts = new Map([["No applicants yet", "the list's title is Applicants"]]);
/** What the product keeps letter by letter. */
const quoted = new Set(
  readFileSync("test/contract/messages.tsv", "utf8")
    .split("\n")
    .map((line) => line.split("\t")[1]),
);

/** Texts of sources that people read: what stands between tags, and strings that look like sentences. */
const readByPeople = (): Piece[] => {
  const summaries = new Set(callsOf(contract).map(({ call }) => call.summary));
  const isProse = ({ text }: Piece) =>
    /[a-z’] [a-z“$]/i.test(text) &&
    /^[\s.,:;)”’]*[A-Z]|[.?!:,”’]/.test(text) &&
    !/^[A-Z]+ \/|[{}<>=]|^\w+-\w+/.test(text) &&
    !summaries.has(text);
  // what operators read of the whole table has the words of the rules
  const others = /^(?:web\/build\/|functions\/platform\/(?:model\/invariants\/|check-export\.ts))/;
  const spoken = sources.filter(({ path }) => /^(?:web|shared|functions)\//.test(path) && !others.test(path));
  return spoken.flatMap(({ path, strings, shown }) => [
    ...(path.startsWith("web/") ? shown : []),
    ...strings.filter(isProse),
  ]);
};

const saidWrongly = ({ text, at }: Piece): string[] =>
  keptTexts.has(text) || quoted.has(text)
    ? []
    : unsaid.flatMap(([pattern, instead]) => {
        const found = pattern.exec(text)?.[0];
        return found === undefined ? [] : [`${at}: “${found}” in “${text.trim()}”. Say ${instead}.`];
      });

describe("screens, mails and refusals", () => {
  test("are looked for", () => {
    const read = readByPeople().map(({ text }) => text.replace(/\s+/g, " ").trim());
    expect(read.length).toBeGreaterThan(1500);
    for (const text of ["Browse credentials", "You can’t edit this user’s details.", "Enter a name for the role"])
      expect(read).toContain(text);
    const refused = [
      "Read why, and apply once more when you have mended it.",
      "What your credentials led to.",
      "you cannot be given any: leave this form out until you have one",
      "Nothing waits; nobody asks.",
      "The learner's work was judged by an accepted reviewer.",
    ];
    for (const text of refused) expect(saidWrongly({ text, at: "" }), text).not.toEqual([]);
    expect(saidWrongly({ text: "You can’t undo this. We’ll email the learner.", at: "" })).toEqual([]);
  });
  test("say what an American product would, and call each thing by one name", () => {
    expect(readByPeople().flatMap(saidWrongly)).toEqual([]);
  });
  test("and every exception is still needed", () => {
    const texts = new Set(readByPeople().map(({ text }) => text));
    const needless = [...keptTexts.keys()].filter(
      (text) => !texts.has(text) || !unsaid.some(([pattern]) => pattern.test(text)),
    );
    expect(needless).toEqual([]);
  });
});

test("somebody is 'they' in comments, on screens and in documents", () => {
  const documents = globSync(["README.md", "{bin,functions,lib,shared,test,web}/**/*.md", ".github/**/*.md"], {
    exclude: (path) => path.endsWith("CHANGELOG.md"),
  }).flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .map((text, line) => ({ text, at: `${path}:${line + 1}` })),
  );
  const screens = sources.filter(({ path }) => path.startsWith("web/"));
  const said = [
    ...sources.flatMap(({ comments }) => comments),
    ...screens.flatMap(({ strings, shown }) => [...strings, ...shown]),
    ...documents,
  ];
  const wrong = said.filter(({ text }) => /\b(?:he|him|his|himself)\b/i.test(text));
  expect(wrong.map(({ text, at }) => `${at}: say they, them, their: ${text.trim()}`)).toEqual([]);
});
