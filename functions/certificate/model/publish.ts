import { type Achievement, achievementOf, type RevisionDetails } from "../../../shared/certificate/achievement.ts";
import * as addresses from "../../../shared/certificate/addresses.ts";
import { Certificate, type CertificateContent } from "../../../shared/certificate/certificate.ts";
import { credentialOf, type OpenBadgeCredential } from "../../../shared/certificate/credential.ts";
import { digestMultibaseOf } from "../../../shared/certificate/evidence.ts";
import { verificationMethodOf } from "../../../shared/certificate/issuer.ts";
import { credentialsContext, openBadgesContext, type Signed } from "../../../shared/certificate/signed.ts";
import { writtenIn } from "../../../shared/organization/timezone.ts";
import { fullName } from "../../../shared/platform/full-name.ts";
import { findMedia } from "../../clients/files.ts";
import { keepJson, keepObject, type Serving, takeObject } from "../../clients/signed-objects.ts";
import { readRevision } from "../../credential/model/revision.ts";
import { now } from "../../data/ids.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { get, transact } from "../../data/table.ts";
import { amend, transition } from "../../data/transition.ts";
import { environment } from "../../runtime/environment.ts";
import { contentOf } from "./content.ts";
import { certificateEntity } from "./entity.ts";
import { eraseCertificate, hasTombstone } from "./erasing.ts";
import { hiddenPath } from "./hidden-path.ts";
import { publishIssuer, servedForADay } from "./issuer.ts";
import { digestOf, manifestOf } from "./manifest.ts";
import { signed } from "./proof.ts";
import { type Keys, signingKeys } from "./signing-keys.ts";
import { publishList } from "./status-lists.ts";
import { hasLeft } from "./store.ts";

/**
 * How a certificate is served: for half a minute at a time. A credential is plain JSON by its type: CloudFront compresses
 * no other JSON, and a large one travels at a tenth of its size.
 */
const serving = {
  credential: { type: "application/json", seconds: 30 },
  page: { type: "text/html; charset=utf-8", seconds: 30 },
  picture: { type: "image/png", seconds: 30 },
} as const satisfies Record<string, Serving>;

/**
 * Puts a certificate where strangers find it, as it is now: signed and served, withheld while its learner hides it, gone
 * once it is replaced or erased. However often and by however many it is asked for, what is served comes to be what is
 * stored: whoever was overtaken writes again. Does nothing on a stage that does not sign.
 */
export async function publishCertificate(certificate_id: string): Promise<void> {
  const stageKeys = await signingKeys();
  if (stageKeys === undefined) return;
  await retryWhenRaced(async () => {
    const certificate = await get(Certificate, certificateKeys.certificate(certificate_id));
    if (certificate === undefined) return;
    const { status, visibility } = certificate; // of what somebody left behind the last one alone stays
    if (status === "replaced" && visibility !== "erased" && (await hasLeft(certificate)))
      await eraseCertificate(certificate, "system");
    if (status === "replaced" || visibility === "erased") return takeCertificate(certificate_id);
    if (await hasTombstone(certificate_id)) return eraseCertificate(certificate, "system"); // it came from a backup
    const content = await contentOf(certificate);
    const revision = await revisionOf(certificate);
    const used = signingOf(certificate, stageKeys);
    const document = await signedCredential(certificate, content, { revision, used, stageKeys });
    await publishIssuer(certificate.organization_id, stageKeys);
    await keepJson(document.credentialSubject.achievement.id, achievementDocument(revision), servedForADay);
    await publishList(certificate, stageKeys, { onlyNew: true });
    const { logo, colour } = content.organization;
    const emblem = await emblemAt(logo || revision.badge);
    await keepCertificate(certificate, document, { colour, emblem });
    await transact(signedSteps(certificate, used));
  });
}

type SignedWith = NonNullable<Certificate["signed"]>;

/** What a certificate is signed with: as before, where its key is still good and its learner's choice the same. */
function signingOf(certificate: Certificate, { good, current }: Keys): SignedWith {
  const { signed: before, with_findings, hashed_email } = certificate;
  const email_salt = hashed_email?.salt;
  const isSame =
    before?.with_findings === with_findings &&
    before.email_salt === email_salt &&
    good.some(({ name }) => name === before.key);
  return isSame ? before : { key: current.name, on: now(), with_findings, ...(email_salt && { email_salt }) };
}

function signedSteps(before: Certificate, used: SignedWith) {
  const set = { signed: used };
  return before.status === "awaitingSignature"
    ? transition(certificateEntity, "sign", { before, set, actor_id: "system" }).steps
    : amend(certificateEntity, { before, set }).steps;
}

async function signedCredential(
  certificate: Certificate,
  content: CertificateContent,
  { revision, used, stageKeys }: { revision: RevisionDetails; used: SignedWith; stageKeys: Keys },
): Promise<Signed<OpenBadgeCredential>> {
  const origin = environment("PORTAL_ORIGIN");
  const { organization_id, list_id, list_index: index, subject_uuid, assessor_uuid, hashed_email } = certificate;
  const { organization, assessor, findings, evidence } = content;
  const document = credentialOf(origin, {
    ...certificate,
    subject_uuid,
    organization,
    revision,
    assessor: { ...assessor, id: assessor_uuid },
    evidence: evidence.map((each) => ({
      section_id: each.section_id,
      digestMultibase: digestMultibaseOf(digestOf(manifestOf(each))),
    })),
    status: { list_id, index },
    ...(hashed_email && { hashedEmail: hashed_email }),
    ...(used.with_findings && { findings }),
  });
  const { name, signer } = stageKeys.good.find((key) => key.name === used.key)!;
  const verificationMethod = verificationMethodOf(origin, organization_id, { name });
  return signed(document, { signer, verificationMethod, created: used.on });
}

/** The revision that was applied for. */
async function revisionOf({ cred_id, revision }: Certificate): Promise<RevisionDetails> {
  const found = await readRevision(cred_id, revision);
  if (found === undefined) throw new Error(`Revision ${revision} of ${cred_id} is missing.`);
  const { title, details, sections, scech, badge } = found;
  const { description, score_description } = details;
  return { cred_id, revision, title, description, score_description, scech, badge, sections };
}

const achievementDocument = (revision: RevisionDetails): Achievement & { "@context": readonly [string, string] } => ({
  "@context": [credentialsContext, openBadgesContext],
  ...achievementOf(environment("PORTAL_ORIGIN"), revision),
});

const pathsOf = (certificate_id: string) => [
  addresses.credentialPath(certificate_id),
  addresses.certificatePath(certificate_id),
  addresses.previewPath(certificate_id),
];

/** The picture at a path below /media/; undefined where there is none. */
const emblemAt = async (path: string): Promise<Uint8Array | undefined> => (path === "" ? undefined : findMedia(path));

/** Keeps the credential, its page and its picture where they are served, or where they are not. */
async function keepCertificate(
  { certificate_id, visibility, status, revoked_on: on, revocation: code, published_evidence, ...said }: Certificate,
  credential: Signed<OpenBadgeCredential>,
  { colour, emblem }: { readonly colour: string | undefined; readonly emblem: Uint8Array | undefined },
): Promise<void> {
  const isShown = visibility === "shown";
  const day = on && said.earned_in ? writtenIn(said.earned_in, on) : on;
  const revoked = status === "revoked" && day && code ? { on: day, code } : undefined;
  const [credentialPath, pagePath, picturePath] = pathsOf(certificate_id).map((path) =>
    isShown ? path : hiddenPath(path),
  );
  const name = fullName(said);
  // what draws is large, and lists and notices need none of it
  const [{ certificatePage }, { drawPreview }] = await Promise.all([import("./page.ts"), import("./preview.ts")]);
  const { title, issuer_name: issuer } = said;
  const filesOrigin = environment("FILES_ORIGIN");
  const details = {
    ...{ credential, filesOrigin },
    ...(revoked && { revoked }),
    ...(status === "expired" && { expired: true }),
    ...((status === "active" || status === "expired") &&
      published_evidence && { evidenceUntil: published_evidence.ends_on }),
  };
  await keepJson(credentialPath!, credential, serving.credential);
  const drawn = await drawPreview({ name, title, issuer, ended: endedAs(status), colour, emblem });
  await keepObject(picturePath!, drawn, serving.picture);
  await keepObject(pagePath!, certificatePage({ ...details, colour }), serving.page);
  const others = pathsOf(certificate_id).map((path) => (isShown ? hiddenPath(path) : path));
  await Promise.all(others.map(takeObject));
}

const endedAs = (status: Certificate["status"]) => (status === "revoked" || status === "expired" ? status : undefined);

async function takeCertificate(certificate_id: string): Promise<void> {
  const all = pathsOf(certificate_id).flatMap((path) => [path, hiddenPath(path)]);
  await Promise.all(all.map(takeObject));
}
