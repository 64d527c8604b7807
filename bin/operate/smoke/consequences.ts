import { GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { environment, optionalEnvironment } from "../../../functions/runtime/environment.ts";
import { limitedAsk } from "../../../shared/certificate/verify/ask.ts";
import { readLink } from "../../../shared/certificate/verify/input.ts";
import { verify } from "../../../shared/certificate/verify/verify.ts";
import { contract } from "../../../shared/contract.ts";
import { learnerIn, noPeople, type Step } from "./step.ts";

export const notices: Step = {
  name: "notices",
  proves: "what follows from a change reaches people within half a minute",
  otherwise: "lib/runbooks/notices-waiting.md",
  absent: ({ acceptedAt }) => (acceptedAt === undefined ? "nothing was accepted" : undefined),
  async look(course) {
    const learner = learnerIn(course);
    const isToldOfEnd = async () => {
      const { notices } = await learner.ask(contract.user.listNotices, {});
      return notices.some(({ type }) => type === "submission.completed") || undefined;
    };
    await course.wait("The learner's notice", 30, isToldOfEnd, course.acceptedAt);
  },
};

export const certificate: Step = {
  name: "certificate",
  proves: "the certificate's page is served to anybody, and its signature, issuer and status are good",
  otherwise: "lib/runbooks/signatures-waiting.md",
  absent: ({ acceptedAt }) =>
    optionalEnvironment("CERTIFICATES_SIGNED") === "no"
      ? "without a domain none is signed"
      : acceptedAt === undefined
        ? "nothing was accepted"
        : undefined,
  async look(course) {
    const learner = learnerIn(course);
    const address = await course.wait("The certificate has its address", 60, async () => {
      const { credentials } = await learner.ask(contract.certificate.listOwn, {});
      return credentials[0]?.address;
    });
    await course.wait("Its page is served", 60, async () => {
      const answer = await fetch(new URL(address, course.origin), { cache: "no-store" });
      return answer.ok || undefined;
    });
    await verified(new URL(address, course.origin));
  },
};

export const archive: Step = {
  name: "archive",
  proves: "audit rows arrive in the bucket that nobody can rewrite",
  otherwise: "lib/runbooks/archive-waiting.md",
  absent: noPeople,
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
};

/** As anybody verifies it who has its link: `npm run verify`. */
async function verified({ href, hostname }: URL): Promise<void> {
  const [ask, localhost] = [limitedAsk(fetch), hostname === "localhost"];
  const { document, ...came } = await readLink(href, ask, { localhost });
  const { reason, sentence } = await verify(document, { ...came, localhost, ask });
  if (reason !== "valid") throw new Error(`Whoever verifies it is told ${reason}: ${sentence}`);
}
