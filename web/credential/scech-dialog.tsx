import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import Checkbox from "@cloudscape-design/components/checkbox";
import FormField from "@cloudscape-design/components/form-field";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useState } from "react";
import { type ScechColumn, scechColumns } from "../../shared/user/scech.ts";
import { Modal } from "../ui/dialogs/modal.tsx";

const words: Readonly<Record<ScechColumn, string>> = {
  name: "Name",
  pic: "PIC number",
  email: "Email",
  phone: "Phone",
  hours: "Hours",
  date: "Date of completion",
};

/** Chooses the columns of the list of eligible learners before it is exported. */
export function ScechDialog({
  busy,
  onExport,
  onClose,
}: {
  readonly busy: boolean;
  /** Columns in their order, with commas between. */
  readonly onExport: (columns: string) => void;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<readonly ScechColumn[]>(scechColumns);
  const columns = scechColumns.filter((column) => chosen.includes(column));
  return (
    <Modal
      header="Export eligible learners (SCECH)"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="primary"
              loading={busy}
              disabled={columns.length === 0}
              onClick={() => onExport(columns.join())}
            >
              Export CSV
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <div>
          This file lists learners who completed this credential and have a SCECH profile. Learners without one aren’t
          included.
        </div>
        <FormField label="Columns">
          {scechColumns.map((column) => (
            <Checkbox
              key={column}
              checked={chosen.includes(column)}
              onChange={({ detail }) =>
                setChosen(detail.checked ? [...chosen, column] : chosen.filter((each) => each !== column))
              }
            >
              {words[column]}
            </Checkbox>
          ))}
        </FormField>
        <Alert type="info">
          Give this file to your sponsor’s coordinator to submit. Laurel doesn’t report to the state or track whether
          hours are accepted.
        </Alert>
      </SpaceBetween>
    </Modal>
  );
}
