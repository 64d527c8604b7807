import ButtonDropdown from "@cloudscape-design/components/button-dropdown";
import { useState } from "react";
import { brand } from "../../shared/platform/brand.ts";
import { api } from "../api/client.ts";
import { queries } from "../api/queries.ts";
import { readObject } from "../api/signed.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { saveFile } from "../ui/lists/save-file.ts";
import { wordsFor } from "../ui/words.ts";
import type { CredentialFileKind } from "./credential-files.ts";

const kinds: readonly { readonly id: CredentialFileKind; readonly text: string; readonly description: string }[] = [
  { id: "png", text: "Badge image (PNG)", description: "Includes the credential, so anyone can verify it" },
  { id: "svg", text: "Badge image (SVG)", description: "The same image and credential, as an SVG file" },
  { id: "json", text: "Credential (JSON)", description: "For digital wallets and other systems" },
  {
    id: "package",
    text: "Verification package (ZIP)",
    description: `Everything needed to verify it, even without ${brand.product}`,
  },
];

/** The manifests of what the learner publishes today: no others leave the portal. */
async function publishedManifests(asked: { organization_id: string; certificate_id: string }): Promise<string[]> {
  const { published, ended, sections } = await queries.fetchQuery({
    ...api.certificate.readEvidence.query(asked),
    staleTime: 0,
  });
  if (published === undefined || ended) return [];
  const isPublished = (section_id: string) => published.sections.some((each) => each.section_id === section_id);
  return sections.flatMap(({ section_id, manifest }) => (isPublished(section_id) ? [manifest] : []));
}

/** Makes a file of a certificate and gives it to the browser's downloads; says why where that cannot be done. */
async function download(
  { certificate_id, ...place }: { readonly organization_id: string; readonly certificate_id: string },
  kind: CredentialFileKind,
): Promise<void> {
  const { credentialFile, NotThere } = await import("./credential-files.ts");
  try {
    const manifests = kind === "package" ? await publishedManifests({ certificate_id, ...place }) : [];
    saveFile(await credentialFile(readObject, certificate_id, kind, new Date().toISOString(), manifests));
  } catch (error) {
    const words =
      error instanceof NotThere ? "We’re signing your certificate. Try again in a minute." : wordsFor(error);
    flash("error", words);
  }
}

/** What a learner takes home of a certificate. */
export function Downloads({ certificate_id, title }: { readonly certificate_id: string; readonly title: string }) {
  const { organization_id } = useSession();
  const [busy, setBusy] = useState(false);
  return (
    <ButtonDropdown
      items={kinds.map(({ id, text, description }) => ({ id, text, secondaryText: description }))}
      loading={busy}
      ariaLabel={`Download “${title}”`}
      expandToViewport
      onItemClick={({ detail }) => {
        setBusy(true);
        void download({ organization_id, certificate_id }, detail.id as CredentialFileKind).finally(() =>
          setBusy(false),
        );
      }}
    >
      Download
    </ButtonDropdown>
  );
}
