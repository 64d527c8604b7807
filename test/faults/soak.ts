import { parseArgs } from "node:util";
import { ulid } from "ulid";
import type { FaultPlan } from "../../bin/local/cloud/faults.ts";
import type { Reply } from "../../bin/seed/client.ts";
import { offerOpened } from "../../bin/seed/client.ts";
import { seedPassword } from "../../bin/seed/people.ts";
import { checkInvariants } from "../../functions/platform/model/invariants/check.ts";
import { contract } from "../../shared/contract.ts";
import type { Call, InputOf, OutputOf } from "../../shared/http/call.ts";
import { roleIds } from "../../shared/permissions.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { typeCard } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { ownWorld, type World } from "../support/own-world.ts";
import { type Person, personAt } from "../support/people.ts";

const usage = `npm run soak -- --minutes 5 --rate 30 [--seed 1]

Sends the mixed journey of learners and reviewers to a local cloud of its own, so many calls a second, while one request of
a function in twenty is throttled and the answer of one in a hundred is lost. Every refusal that says when to come again is
followed. Prints requests, refusals, p95 and violations; ends with 1 where anything is violated or lost.
`;

/** What a soak found. */
export interface Soaked {
  readonly requests: number;
  /** Answers that said to come again. */
  readonly refusals: number;
  readonly p95Ms: number;
  /** Invariants that do not hold, and acknowledged work that is not there. */
  readonly violations: readonly string[];
  readonly journeys: number;
}

const triesMax = 12;
/** Walkers for each call a second, since an answer takes up to a second. */
const walkersPerRate = 1;

/** Soaks a world; in one of its own, for everything there meets the faults. */
export async function soak(
  world: World,
  { minutes, rate, seed = 1 }: { minutes: number; rate: number; seed?: number },
): Promise<Soaked> {
  const academy = await world.newOrganization("Soaking Academy");
  const rita = await acceptedReviewer(academy, "Rita");
  const [free, paid] = [
    await publishedCredential(academy, [rita], { sections: [textSection] }),
    await publishedCredential(academy, [rita], { sections: [textSection], price: 50 }),
  ];
  const took: number[] = [];
  let refusals = 0;
  const violations: string[] = [];
  const acknowledged: { readonly learner: Person; readonly application_id: string }[] = [];
  const until = Date.now() + minutes * 60_000;
  let nextAt = Date.now();

  /** Waits for its turn, so that no more than `rate` calls begin in a second. */
  async function turn(): Promise<void> {
    const at = Math.max(Date.now(), nextAt);
    nextAt = at + 1000 / rate;
    await pause(at - Date.now());
  }

  /** Sends a call until it is not told to come again; the key makes it one wish. */
  async function ask<C extends Call>(person: Person, call: C, input: InputOf<C>): Promise<Reply<OutputOf<C>>> {
    const idempotencyKey = `soak-${ulid()}`;
    for (let tries = 1; ; tries++) {
      await turn();
      const began = performance.now();
      const reply = await person.call(call, input, { idempotencyKey });
      took.push(performance.now() - began);
      const wait = Number(reply.headers["retry-after"] ?? 0);
      if (reply.status !== 503 || wait === 0 || tries === triesMax) {
        if (reply.status >= 500) violations.push(`${call.route}: ${reply.status} ${reply.text}`);
        return reply;
      }
      refusals += 1;
      await pause(wait * 1000);
    }
  }

  async function journey(index: number): Promise<void> {
    const email = `walker-${ulid().toLowerCase()}@soak.test`;
    const identity = { user_id: `usr_${ulid()}`, first_name: "Wim", last_name: "Hall", email, password: seedPassword };
    const place = { organization_id: academy.organization_id, role: roleIds.learner };
    const learner = personAt(world.origin, {
      ...identity,
      before: () => world.control.makePerson({ ...identity, place }),
    });
    for (let tries = 1; ; tries++) {
      const token = await learner.token().catch(() => undefined); // a sign-in may be told to come again, too
      if (token !== undefined) break;
      if (tries === triesMax) return void violations.push(`${email} could not sign in`);
      refusals += 1;
      learner.signOut();
      await pause(500);
    }
    const credential_id = index % 3 === 0 ? paid : free;
    const { application_id } = ok(await ask(learner, contract.credential.apply, { credential_id }));
    if (credential_id === paid) {
      const secret = ok(await ask(learner, contract.payment.readCardSecret, { credential_id }));
      await typeCard(world.origin, secret);
      ok(await ask(learner, contract.payment.charge, { credential_id, stripe_id: secret.stripe_id }));
    }
    const { sections } = ok(await ask(learner, contract.submission.read, { credential_id }));
    const answers = sections.map(({ section_id }) => ({ section_id, response: "<p>My work.</p>" }));
    const sent = ok(
      await ask(learner, contract.submission.submit, { application_id, credential_id, sections: answers }),
    );
    const { credential_job_id = "" } = sent;
    await offerOpened(learner);
    ok(await ask(rita, contract.review.accept, { credential_job_id }));
    ok(
      await ask(rita, contract.review.acceptSection, {
        credential_job_id,
        credential_section_id: sections[0]!.section_id,
        grade: "A",
        feedback: "<p>As asked.</p>",
        section_rubric: [],
      }),
    );
    await ask(learner, contract.certificate.listOwn, {});
    await ask(academy.as("Ada"), contract.credential.listApplicants, { cred_id: credential_id });
    acknowledged.push({ learner, application_id });
  }

  const plan: FaultPlan = {
    seed,
    rules: [
      { what: "throttle", share: 0.05, times: "always" },
      { what: "lost", share: 0.01, times: "always" },
    ],
  };
  await Promise.all([rita.token(), academy.as("Ada").token()]);
  await world.control.faults(plan);
  let begun = 0;
  await Promise.all(
    Array.from({ length: Math.max(2, Math.ceil(rate * walkersPerRate)) }, async () => {
      while (Date.now() < until) await journey(begun++).catch((error: Error) => void violations.push(error.message));
    }),
  );
  await world.control.faults();
  await world.settle();

  const items = await world.control.everything();
  const findings = await checkInvariants(items, { secrets: [seedPassword] });
  violations.push(...findings.flatMap(({ id, violations: wrong }) => wrong.map((each) => `${id} ${each}`)));
  const certified = new Set(
    items.filter(({ certificate_id }) => certificate_id !== undefined).map(({ application_id }) => application_id),
  );
  for (const { application_id } of acknowledged)
    if (!certified.has(application_id)) violations.push(`${application_id} was acknowledged and has no certificate`);
  const dead = (await world.control.queues()).filter(
    ({ name, waiting }) => name.endsWith("-dead") && waiting.length > 0,
  );
  violations.push(...dead.map(({ name, waiting }) => `${name} holds ${waiting.length}`));
  const p95Ms = took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.95)] ?? 0;
  return { requests: took.length, refusals, p95Ms, violations, journeys: acknowledged.length };
}

function ok<Body extends { data: unknown }>(reply: Reply<Body>): Body["data"] {
  if (reply.status !== 200) throw new Error(`refused: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

/** A soak as one line. */
export const soakLine = ({ requests, refusals, p95Ms, violations, journeys }: Soaked): string =>
  `${requests} requests in ${journeys} journeys, ${refusals} refusals, p95 ${Math.round(p95Ms)} ms, ${violations.length} violations`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "5" },
      rate: { type: "string", default: "30" },
      seed: { type: "string", default: "1" },
      help: { type: "boolean", default: false },
    },
  });
  const [minutes, rate, seed] = [Number(values.minutes), Number(values.rate), Number(values.seed)];
  if (values.help || !(minutes > 0) || !(rate > 0) || !Number.isInteger(seed)) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const world = await ownWorld();
  try {
    const soaked = await soak(world, { minutes, rate, seed });
    console.log(soakLine(soaked));
    for (const each of soaked.violations) console.log(`  ${each}`);
    process.exitCode = soaked.violations.length === 0 ? 0 : 1;
  } finally {
    await world.stop();
  }
}

if (import.meta.main) await main();
