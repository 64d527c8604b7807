import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import Checkbox from "@cloudscape-design/components/checkbox";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import type { EvidenceSection } from "../../shared/certificate/evidence-calls.ts";
import { plainTextOf, shortened } from "../../shared/certificate/plain-text.ts";
import { ApiError } from "../api/api-error.ts";
import { type Answer, api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { DateField } from "../ui/forms/date-field.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { useField } from "../ui/forms/use-field.ts";
import { ListError } from "../ui/lists/list-states.tsx";
import { withZone } from "../ui/look/day-there.ts";
import { fileSize } from "../ui/look/format.ts";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { wordsFor } from "../ui/words.ts";
import "./evidence-dialog.css";

type Evidence = Answer<typeof import("../../shared/certificate/evidence-calls.ts")["readEvidence"]>;

const Fields = z.object({
  ends_on: z.iso.date("Choose an end date."),
  /** `section_id/sha256` of each chosen piece. */
  pieces: z.array(z.string()).min(1, "Choose what to publish."),
});

/** What its learner publishes of the work behind a certificate: which pieces, until when, and how often it was opened. */
export default function EvidenceDialog({
  certificate_id,
  title,
  onClose,
}: {
  readonly certificate_id: string;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const { organization_id } = useSession();
  const reading = useQuery(api.certificate.readEvidence.query({ organization_id, certificate_id }));
  const unsigned = reading.error instanceof ApiError && reading.error.code === "certificate.unsigned";
  return (
    <FormDialog title={`Evidence for “${title}”`} onClose={onClose}>
      {reading.isPending ? (
        <PageSkeleton />
      ) : unsigned ? (
        <Alert type="info">Your certificate isn’t signed yet. You can publish evidence once it is.</Alert>
      ) : reading.isError ? (
        <ListError
          error={reading.error}
          header="We couldn’t load the evidence"
          onAgain={() => void reading.refetch()}
        />
      ) : (
        <EvidenceForm
          key={reading.data.published?.ends_on}
          evidence={reading.data}
          certificate_id={certificate_id}
          onClose={onClose}
        />
      )}
    </FormDialog>
  );
}

const idOf = (section_id: string, sha256: string) => `${section_id}/${sha256}`;
/** Whether a manifest that is published tells of pieces that are not: it does where they have no salts. */
const isGuessable = (sections: readonly EvidenceSection[]): boolean =>
  sections.some(({ answers, files }) => [...answers, ...files].some(({ salt }) => salt === undefined));

function EvidenceForm({
  evidence,
  certificate_id,
  onClose,
}: {
  readonly evidence: Evidence;
  readonly certificate_id: string;
  readonly onClose: () => void;
}) {
  const { organization_id } = useSession();
  const [ending, setEnding] = useState(false);
  const { published, ended, earned_in, openings, sections } = evidence;
  const chosen = published?.sections.flatMap(({ section_id, pieces }) =>
    pieces.map((sha256) => idOf(section_id, sha256)),
  );
  const isRunning = published !== undefined && !ended;
  const end = async () => {
    setEnding(true);
    try {
      await write(api.certificate.publishEvidence, { organization_id, certificate_id, sections: [] });
      flash("success", "Your evidence is no longer public.");
      onClose();
    } catch (error) {
      flash("error", wordsFor(error));
    } finally {
      setEnding(false);
    }
  };
  return (
    <SpaceBetween size="m">
      <p>
        Anyone who opens your certificate can see what you publish and compare it with the work that was reviewed.
        {openings === 0
          ? null
          : openings === 1
            ? " The evidence was opened once."
            : ` The evidence was opened ${openings} times.`}
      </p>
      <Alert type="warning">
        Leave out other people’s names and photos. You can’t take back what someone has downloaded.
        {isGuessable(sections)
          ? " Publishing part of a section also shows the names of its other files and makes short answers, such as choices, easy to guess."
          : null}
      </Alert>
      <CallForm
        send={api.certificate.publishEvidence}
        schema={Fields}
        values={{ ends_on: isRunning ? published.ends_on : "", pieces: chosen ?? [] }}
        toInput={({ ends_on, pieces }) => ({
          organization_id,
          certificate_id,
          ends_on,
          sections: sections.flatMap(({ section_id, answers, files }) => {
            const digests = [...new Set([...answers, ...files].map(({ sha256 }) => sha256))];
            const wanted = digests.filter((sha256) => pieces.includes(idOf(section_id, sha256)));
            return wanted.length > 0 ? [{ section_id, pieces: wanted }] : [];
          }),
        })}
        fieldOf={(name) => (name === "sections" ? "pieces" : name)}
        success="Published. It shows on your certificate’s page within a minute."
        submit={isRunning ? "Save" : "Publish"}
        actions={
          isRunning ? (
            <Button formAction="none" loading={ending} onClick={() => void end()}>
              Stop sharing
            </Button>
          ) : undefined
        }
        onCancel={onClose}
        guarded={false}
        onDone={onClose}
      >
        <PiecesField sections={sections} />
        <DateField
          name="ends_on"
          label={withZone("End date", earned_in ?? "UTC")}
          hint="Up to one year from now. You can stop sharing anytime."
        />
      </CallForm>
    </SpaceBetween>
  );
}

function PiecesField({ sections }: { readonly sections: readonly EvidenceSection[] }) {
  const { value, set, ref, error } = useField<readonly string[]>({ name: "pieces" });
  return (
    <div className="evidence-pieces">
      {sections.map((section, at) => (
        <Pieces
          key={section.section_id}
          section={section}
          chosen={value}
          onChange={set}
          {...(at === 0 && { firstRef: ref })}
        />
      ))}
      {error ? (
        <p className="evidence-error" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function Pieces({
  section: { section_id, title, answers, files },
  chosen,
  onChange,
  firstRef,
}: {
  readonly section: EvidenceSection;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** Takes the first box: it is focused where nothing is chosen. */
  readonly firstRef?: (box: { focus: () => void } | null) => void;
}) {
  const pieces = [
    ...answers.map(({ kind, text, label, sha256 }) => ({
      sha256,
      name: kind === "text" ? "Your answer" : kind === "link" ? text : (label ?? text),
      description: kind === "text" ? shortened(plainTextOf(text), 120) : undefined,
    })),
    ...files.map(({ name, size, sha256 }) => ({ sha256, name, description: fileSize(size) })),
  ];
  return (
    <fieldset>
      <legend>{title}</legend>
      {pieces.length === 0 ? <p>This work is no longer available.</p> : null}
      {pieces.map(({ sha256, name, description }, at) => {
        const id = idOf(section_id, sha256);
        return (
          <Checkbox
            key={id}
            ref={at === 0 ? firstRef : undefined}
            checked={chosen.includes(id)}
            description={description}
            onChange={({ detail }) => onChange(detail.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
          >
            {name}
          </Checkbox>
        );
      })}
    </fieldset>
  );
}
