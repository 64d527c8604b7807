import Alert from "@cloudscape-design/components/alert";
import { useState } from "react";
import type { ShownAnchor, ShownAnchors } from "../../shared/calibration/anchor-calls.ts";
import type { RubricSection } from "../../shared/calibration/calls.ts";
import { api } from "../api/client.ts";
import { queries, write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { FormView } from "../ui/forms/call-form.tsx";
import { resolverFor } from "../ui/forms/resolver.ts";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { counted } from "../ui/look/format.ts";
import {
  type AnchorPlace,
  AnchorSections,
  type CheckedKey,
  keySchema,
  markWords,
  type TypedMarks,
  typedMarks,
  verdictWords,
} from "./anchor-sections.tsx";

/** What somebody says is right for an anchor; once two have said it, each with the other's beside. */
export function AnchorKeyForm({
  credential_id,
  anchor,
  sections,
}: {
  readonly credential_id: string;
  readonly anchor: ShownAnchor;
  readonly sections: readonly RubricSection[];
}) {
  const { organization_id } = useSession();
  const { anchor_id, answers, own_key, other_key, differences, agreed } = anchor;
  const [draft] = useState({ kind: "anchor key", about: anchor_id, kept: "device", from: "typing" } as const);
  const of = useCallForm<TypedMarks, CheckedKey, ShownAnchors>({
    values: typedMarks(sections, own_key?.sections),
    resolver: resolverFor(keySchema),
    draft,
    send: (said) =>
      write(api.calibration.saveAnchorKey, {
        organization_id,
        credential_id,
        anchor_id,
        ...said,
        version: own_key?.version ?? 0,
      }),
    onDone: (answer) => {
      queries.setQueryData(api.calibration.listAnchors.query({ organization_id, credential_id }).queryKey, answer);
      flash("success", "Your key is saved.");
    },
  });
  return (
    <FormView
      of={of}
      guarded={false}
      submit="Save key"
      header={
        agreed ? (
          <Alert type="success" header="Your keys agree" />
        ) : other_key ? (
          <Alert type="warning" header={`You differ on ${counted(differences.length, "mark")}`}>
            The other author’s marks are below yours. Talk it over, then change your key or ask them to change theirs.
          </Alert>
        ) : own_key ? (
          <Alert type="info" header="Waiting for a second key">
            Another author needs to write a key, too. You’ll see it here once they do.
          </Alert>
        ) : (
          <Alert type="info" header="Write what’s right">
            Mark this work as a reviewer should, and say why. You’ll see the other author’s key once both are written.
          </Alert>
        )
      }
    >
      <AnchorSections
        sections={sections}
        answers={answers}
        reasons
        noteOf={(place) => <OtherSays place={place} anchor={anchor} />}
      />
    </FormView>
  );
}

/** What the other author says of a criterion or a section, once they have. */
function OtherSays({
  place: { section_id, criteria_id },
  anchor: { other_key, differences },
}: {
  readonly place: AnchorPlace;
  readonly anchor: ShownAnchor;
}) {
  const section = other_key?.find((each) => each.section_id === section_id);
  if (section === undefined) return null;
  const differs = differences.some((each) => each.section_id === section_id && each.criteria_id === criteria_id);
  const mark = section.marks.find((each) => each.criteria_id === criteria_id);
  const words = criteria_id === undefined ? verdictWords[section.status] : markWords(mark?.achieved);
  return (
    <p className={differs ? "anchor-differs" : "anchor-same"}>
      Other author: <b>{words}</b>
      {mark ? `. ${mark.reason}` : ""}
    </p>
  );
}
