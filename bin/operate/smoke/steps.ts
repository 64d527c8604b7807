import { GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { mintInvitationToken } from "../../../functions/auth/model/invitation-token.ts";
import { platformKeys } from "../../../functions/data/keys/platform.ts";
import { batchGet, queryAll } from "../../../functions/data/table.ts";
import { handler as visitPortal } from "../../../functions/platform/visit-portal.ts";
import { environment, optionalEnvironment } from "../../../functions/runtime/environment.ts";
import { contract } from "../../../shared/contract.ts";
import type { InputOf } from "../../../shared/http/call.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { termsVersion } from "../../../shared/platform/terms.ts";
import type { Reply } from "../../seed/client.ts";
import type { Fixture } from "./fixture.ts";
import { strangerAt, type Tester, testerAt } from "./person.ts";

const { auth, certificate, credential, file, organization, review, reviewer, submission, user } = contract;

/** One thing that the smoke test proves. */
export interface Step {
  readonly name: string;
  readonly proves: string;
  /** What to do where it fails. */
  readonly otherwise: string;
  /** Why a stage has nothing to look at here; undefined where it has. */
  absent?(): string | undefined;
  look(course: Course): Promise<void>;
}

/** What earlier steps leave for later ones. */
export interface Course extends Fixture {
  invite_id?: string;
  session?: { readonly token: string; readonly cookie: string };
  /** The key of an upload that the learner hands in. */
  upload?: string;
  credential_id?: string;
}

const refused = (reply: Reply, status: number, what: string): void => {
  if (reply.status !== status) throw new Error(`${what} is answered ${reply.status}, not ${status}: ${reply.text}`);
};
const learnerIn = ({ origin, learner, organization_id }: Course): Tester => testerAt(origin, learner, organization_id);

/** The steps in their order: later ones stand on what earlier ones have made. */
export const steps: readonly Step[] = [
  {
    name: "portal",
    proves: "the portal, its configuration and the API come through the distribution",
    otherwise: "lib/runbooks/portal.md",
    async look(course) {
      await course.wait("All of it comes", 60, async () => (await visitPortal()).unwell.length === 0 || undefined);
    },
  },
  {
    name: "past",
    proves: "whoever comes past the distribution is refused by our function",
    otherwise: "npm run rotate -- origin; the stage's variable originSecret must not be empty",
    absent: () => (optionalEnvironment("API_ORIGIN") ? undefined : "name the API's own address in API_ORIGIN"),
    async look() {
      const { status } = await fetch(new URL("/api/health", environment("API_ORIGIN")));
      if (status !== 403) throw new Error(`The API's own address answers ${status}, not 403.`);
    },
  },
  {
    name: "mail",
    proves: "an invitation becomes a message, and SES takes its mail",
    otherwise: "lib/runbooks/mail.md: the sender's identity, the sandbox, the rights of deliver-mail",
    async look(course) {
      const { admin, learner } = course;
      const invitation = { email: learner.email, role: roleIds.learner };
      const { invitations } = await admin.ask(organization.inviteUsers, { invitations: [invitation] });
      const { invite_id } = invitations[0]!;
      course.invite_id = invite_id;
      const rows = await queryAll({ pk: platformKeys.audit(invite_id, "").pk });
      const markers = rows.map(({ event_id }) => platformKeys.handled(String(event_id), "mail", invite_id));
      await course.wait(
        "The mail was handed to SES",
        60,
        async () =>
          (await batchGet(markers)).some((marker) => marker !== undefined && !("claimed_until" in marker)) || undefined,
      );
    },
  },
  {
    name: "sign-up",
    proves: "who follows an invitation has an account in the pool",
    otherwise: "lib/runbooks/sign-in.md: the pool of the output UserPoolId, the rights of auth-signup",
    async look({ origin, learner, invite_id }) {
      const minted = await mintInvitationToken(invite_id!);
      const names = { first_name: "Smoke", last_name: "Learner", terms_version: termsVersion };
      const signed = await strangerAt(origin).call(auth.signup, { ...names, ...learner, token: minted!.token });
      refused(signed, 200, "The sign-up");
    },
  },
  {
    name: "wrong-password",
    proves: "a wrong password is refused as one",
    otherwise: "lib/runbooks/sign-in.md",
    async look({ origin, learner: { email } }) {
      const wrong = { email, password: "not the password", isRemember: false };
      refused(await strangerAt(origin).call(auth.login, wrong), 400, "A wrong password");
    },
  },
  {
    name: "sign-in",
    proves: "the access token has our user id and scope, is renewed, and ends at the sign-out",
    otherwise: "the pre-token trigger and the attributes that the client may read (lib/identity.ts)",
    async look({ origin, learner }) {
      const stranger = strangerAt(origin);
      const signed = await stranger.call(auth.login, { ...learner, isRemember: false });
      refused(signed, 200, "The right password");
      const [, claims = ""] = signed.body.data.token.split(".");
      const { user_id, scope } = JSON.parse(Buffer.from(claims, "base64url").toString());
      if (user_id !== signed.body.data.user_id) throw new Error(`The token names ${user_id}.`);
      if (String(scope).includes("aws.cognito.signin.user.admin")) throw new Error(`The token's scope is ${scope}.`);
      const headers = { cookie: cookieOf(signed) };
      const renewed = await stranger.call(auth.refresh, {}, { headers });
      refused(renewed, 200, "The renewal");
      const after = { headers: { cookie: cookieOf(renewed) } };
      refused(await stranger.call(auth.logout, {}, after), 200, "The sign-out");
      refused(await stranger.call(auth.refresh, {}, after), 401, "A renewal after the sign-out");
    },
  },
  {
    name: "uploads",
    proves: "an upload is scanned and handed out, and one with the test virus is not",
    otherwise: "lib/runbooks/uploads.md",
    async look(course) {
      const learner = learnerIn(course);
      const clean = await uploaded(learner, Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n"));
      course.upload = clean;
      await course.wait("The file is found clean", 120, async () => {
        const { url } = await learner.ask(file.download, { key: clean }).catch(beingChecked);
        return url === undefined ? undefined : (await fetch(url)).ok || undefined;
      });
      if (optionalEnvironment("UPLOADS_UNSCANNED") !== undefined) return;
      const virus = await uploaded(learner, Buffer.from(testVirus)).catch(refusedThere);
      await course.wait("The test virus is found", 120, async () => {
        if (virus === undefined) return true;
        const answer = await learner.ask(file.download, { key: virus }).catch(beingChecked);
        if (answer.url !== undefined) throw new Error("The test virus is handed out.");
        return answer.refusal.includes("file.not-clean") || undefined;
      });
    },
  },
  {
    name: "work",
    proves:
      "a credential is published, applied for, reviewed, its file handed to the reviewer, and its certificate is there",
    otherwise: "the call that is named, in the saved query unforeseen",
    async look(course) {
      course.credential_id = await publish(course);
      const { credential_id } = course;
      const learner = learnerIn(course);
      const { application_id } = await learner.ask(credential.apply, { credential_id });
      const { sections } = await learner.ask(submission.read, { credential_id });
      const attachments = course.upload === undefined ? [] : [{ key: course.upload, name: "smoke.pdf" }];
      const answers = sections.map(({ section_id }) => ({ section_id, response: "<p>Smoke.</p>", attachments }));
      const sent = await learner.ask(submission.submit, { application_id, credential_id, sections: answers });
      const credential_job_id = sent.credential_job_id!;
      await course.wait("The job is offered to its reviewer", 240, async () => {
        const { jobs } = await course.reviewer.ask(review.list, {});
        return jobs.find((each) => each.credential_job_id === credential_job_id);
      });
      await course.reviewer.ask(review.accept, { credential_job_id });
      for (const { section_id } of sections)
        await course.reviewer.ask(review.acceptSection, {
          credential_job_id,
          credential_section_id: section_id,
          grade: "A",
          feedback: "<p>As asked.</p>",
          section_rubric: [],
        });
      const read = await course.reviewer.ask(review.read, { credential_job_id });
      for (const { key } of read.sections.flatMap(({ work }) => work?.attachments ?? [])) {
        const { url } = await course.reviewer.ask(file.download, { key });
        const { status } = await fetch(url);
        if (status !== 200) throw new Error(`The reviewer's copy of the file is answered ${status}.`);
      }
    },
  },
  {
    name: "certificate",
    proves: "the certificate is signed, and its page is served to anybody",
    otherwise: "lib/runbooks/signatures.md",
    absent: () => (optionalEnvironment("CERTIFICATES_SIGNED") === "no" ? "without a domain none is signed" : undefined),
    async look(course) {
      const learner = learnerIn(course);
      const address = await course.wait("The certificate has its address", 60, async () => {
        const { credentials } = await learner.ask(certificate.listOwn, {});
        return credentials[0]?.address;
      });
      await course.wait("Its page is served", 60, async () => {
        const answer = await fetch(new URL(address, course.origin), { cache: "no-store" });
        return answer.ok || undefined;
      });
    },
  },
  {
    name: "notices",
    proves: "what follows from a change reaches people within half a minute",
    otherwise: "lib/runbooks/queues.md",
    async look(course) {
      const learner = learnerIn(course);
      await course.wait("The learner's notice", 30, async () => {
        const { notices } = await learner.ask(user.listNotices, {});
        return notices.length > 0 || undefined;
      });
    },
  },
  {
    name: "archive",
    proves: "audit rows arrive in the bucket that nobody can rewrite",
    otherwise: "lib/runbooks/queues.md, archive-waiting",
    async look(course) {
      const client = new S3Client({ forcePathStyle: optionalEnvironment("AWS_ENDPOINT_URL_S3") !== undefined });
      const Bucket = environment("AUDIT_BUCKET");
      const Prefix = `events/${new Date(course.beganAt).toISOString().slice(0, 10).replaceAll("-", "/")}/`;
      await course.wait("The audit row is archived", 150, async () => {
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
        const fresh = Contents.filter(({ LastModified }) => Number(LastModified) >= course.beganAt - 1000);
        for (const { Key } of fresh) {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
          if ((await Body!.transformToString()).includes(course.organization_id)) return true;
        }
        return undefined;
      });
    },
  },
];

/** All that an answer sets, as it is sent back. */
const cookieOf = ({ headers }: Reply): string =>
  [headers["set-cookie"] ?? []]
    .flat()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

const testVirus = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"}`;

async function uploaded(person: Tester, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const asked = { name: "smoke.pdf", type: "application/pdf", size: bytes.length, folder: "submissions" } as const;
  const { url, fields, key } = await person.ask(file.upload, asked);
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new Blob([bytes]));
  const posted = await fetch(url, { method: "POST", body: form });
  if (!posted.ok) throw new Error(`The storage refuses the file with ${posted.status}: ${await posted.text()}`);
  await person.ask(file.confirm, { key });
  return key;
}

/** What a file is until GuardDuty has looked at it, or once it has found something. */
function beingChecked({ message }: Error): { url?: undefined; refusal: string } {
  if (!/file\.(being-checked|not-scanned|not-clean)/.test(message)) throw new Error(message);
  return { refusal: message };
}
/** Our own look at a file may refuse it before GuardDuty has. */
function refusedThere({ message }: Error): undefined {
  if (!/ answers 4\d\d: /.test(message)) throw new Error(message);
}

async function publish({ admin, reviewer: person, organization_id }: Course): Promise<string> {
  const [skills, category] = [[{ skill_id: 1001, name: "" }], 1];
  const profile = { professionalTitle: "Smoke", overview: "<p>Smoke.</p>", category, skills };
  await person.ask(reviewer.create, profile);
  await person.ask(reviewer.submit, { organization_id });
  await admin.ask(reviewer.decideApplication, { user_id: person.user_id, status: "accepted" });
  const text = "<p>Smoke.</p>";
  const texts = { description: text, score_description: text, credential_resources: text };
  const draft = await admin.ask(credential.create, { credential_details: { title: "Smoke", ...texts } });
  const credential_id = draft.cred_id;
  const section = { title: "Smoke", description: text, rubric: text, response_type: "0,1", review_estimate: 5 };
  const written = await admin.ask(credential.saveSections, { credential_id, version: draft.version, data: [section] });
  let { version } = written;
  const judged = { category, job_description: text, notes: text, hourly_rate: 0, skills };
  const changes: Pick<
    InputOf<typeof credential.update>,
    "step" | "reviewer_criteria" | "assigned_reviewers" | "price"
  >[] = [
    { step: 2, reviewer_criteria: judged },
    { step: 3, assigned_reviewers: [person.user_id] },
    { step: 4, price: 0 },
  ];
  for (const change of changes)
    ({ version } = await admin.ask(credential.update, { credential_id, version, ...change }));
  await admin.ask(credential.publish, { credential_id });
  return credential_id;
}
