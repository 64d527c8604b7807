import * as addresses from "../../shared/certificate/addresses.ts";
import { bakePng, bakeSvg } from "../../shared/certificate/baking.ts";
import type { OpenBadgeCredential } from "../../shared/certificate/credential.ts";
import { credentialsContext, openBadgesContext } from "../../shared/certificate/signed.ts";
import { writePackage } from "../../shared/certificate/verify/package.ts";

/** Reads what lies at a path of the portal; undefined where nothing does. */
export type ReadObject = (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** What a learner takes home of a certificate. */
export type CredentialFileKind = "json" | "png" | "svg" | "package";

/** Something that belongs to a certificate is not where it should be: hidden meanwhile, or not signed yet. */
export class NotThere extends Error {}

/** A file for the browser's downloads. */
export interface CredentialFile {
  readonly fileName: string;
  readonly contents: Blob;
}

/** A credential's address is its id: everything else that belongs to it is named by it. */
type Served = OpenBadgeCredential & { readonly credentialStatus: { readonly statusListIndex: string } };

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

async function mustRead(read: ReadObject, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await read(path);
  if (bytes === undefined) throw new NotThere(path);
  return bytes;
}

/** A title as the beginning of a file's name: letters, digits and hyphens of any language. */
const fileNameOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60) || "credential";

/** The badge's own picture where it is a PNG, otherwise the one that is drawn of every certificate. */
async function badgeOf(read: ReadObject, certificate_id: string, { id, credentialSubject }: Served) {
  const { image } = credentialSubject.achievement;
  const own = image && new URL(image.id);
  const isOurs = own?.origin === new URL(id).origin && own.pathname.endsWith(".png");
  const picture = isOurs ? await read(own.pathname) : undefined;
  return picture ?? mustRead(read, addresses.previewPath(certificate_id));
}

/** Every document that verifying the credential asks for, by its address, and what was earned. */
async function documentsOf(read: ReadObject, { id, issuer, credentialSubject, credentialStatus }: Served) {
  const list = credentialStatus.statusListCredential;
  const organization_id = issuer.id.split(":").at(-1)!;
  const { origin } = new URL(id);
  const served = [
    origin + addresses.didDocumentPath(organization_id),
    origin + addresses.issuerProfilePath(organization_id),
    list,
    credentialSubject.achievement.id,
  ].map((address) => [address, new URL(address).pathname] as const);
  const contexts = [
    [credentialsContext, addresses.contextPath("credentials-v2")],
    [openBadgesContext, addresses.contextPath("open-badges-v3")],
    [addresses.schemaAddress, addresses.schemaPath],
  ] as const;
  const documents = await Promise.all(
    [...served, ...contexts].map(async ([address, path]) => [address, textOf(await mustRead(read, path))] as const),
  );
  const notice = list.replace(/\.json$/, `/${credentialStatus.statusListIndex}.json`);
  const noticed = await read(new URL(notice).pathname); // there only for who was revoked
  return new Map([...documents, ...(noticed ? [[notice, textOf(noticed)] as const] : [])]);
}

/**
 * Makes a file of a certificate from what is served of it. A package carries the given manifests: those of evidence that its
 * learner publishes. Throws `NotThere`.
 */
export async function credentialFile(
  read: ReadObject,
  certificate_id: string,
  kind: CredentialFileKind,
  now: string,
  manifests: readonly string[] = [],
): Promise<CredentialFile> {
  const text = textOf(await mustRead(read, addresses.credentialPath(certificate_id)));
  const credential = JSON.parse(text) as Served;
  const name = fileNameOf(credential.name);
  const file = (ending: string, type: string, ...parts: BlobPart[]): CredentialFile => ({
    fileName: `${name}${ending}`,
    contents: new Blob(parts, { type }),
  });
  if (kind === "json") return file(".json", "application/vc+ld+json", text);
  if (kind === "package") {
    const documents = await documentsOf(read, credential);
    const evidence = manifests.map((manifest) => ({ manifest }));
    const zip = writePackage({ credential: text, documents, evidence }, now);
    return file("-package.zip", "application/zip", Uint8Array.from(zip));
  }
  const picture = await badgeOf(read, certificate_id, credential);
  return kind === "png"
    ? file(".png", "image/png", bakePng(picture, text))
    : file(".svg", "image/svg+xml", bakeSvg(picture, text));
}
