import type { AppealRow } from "../../shared/appeal/calls.ts";
import { groundsWords } from "../content/appeal/appeal-words.ts";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import "../content/submission/work.css";

/** What a learner holds against a decision, to be read. */
export default function AppealDialog({
  appeal: { title, grounds, text },
  onClose,
}: {
  readonly appeal: AppealRow;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog title={`Appeal: ${title}`} onClose={onClose}>
      <h3>{groundsWords[grounds]}</h3>
      <p className="work-plain">{text || "The learner deleted their account, so this text is gone."}</p>
    </FormDialog>
  );
}
