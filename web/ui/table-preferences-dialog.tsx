import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import FormField from "@cloudscape-design/components/form-field";
import Modal from "@cloudscape-design/components/modal";
import RadioGroup from "@cloudscape-design/components/radio-group";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Toggle from "@cloudscape-design/components/toggle";
import type { TablePreferences } from "./table-preferences.ts";

const sizes = [10, 20, 50, 100];

/** Rows per page, density, wrapping and columns of one table. */
export default function TablePreferencesDialog({
  columns,
  preferences,
  onChange,
  onClose,
}: {
  readonly columns: readonly { readonly id: string; readonly header: string; readonly names?: true }[];
  readonly preferences: TablePreferences;
  readonly onChange: (change: Partial<TablePreferences>) => void;
  readonly onClose: () => void;
}) {
  const { hidden } = preferences;
  return (
    <Modal
      visible
      header="Table preferences"
      closeAriaLabel="Close"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </Box>
      }
    >
      <SpaceBetween size="l">
        <FormField label="Rows on a page">
          <RadioGroup
            direction="horizontal"
            value={String(preferences.limit)}
            items={sizes.map((size) => ({ value: String(size), label: String(size) }))}
            onChange={({ detail }) => onChange({ limit: Number(detail.value) })}
          />
        </FormField>
        <FormField label="View">
          <SpaceBetween size="xs">
            <Toggle
              checked={preferences.density === "compact"}
              onChange={({ detail }) => onChange({ density: detail.checked ? "compact" : "comfortable" })}
            >
              Compact rows
            </Toggle>
            <Toggle checked={preferences.wrap} onChange={({ detail }) => onChange({ wrap: detail.checked })}>
              Wrap long lines
            </Toggle>
            <Toggle checked={preferences.striped} onChange={({ detail }) => onChange({ striped: detail.checked })}>
              Striped rows
            </Toggle>
          </SpaceBetween>
        </FormField>
        <FormField label="Columns">
          <SpaceBetween size="xs">
            {columns.map(({ id, header, names }) => (
              <Toggle
                key={id}
                checked={names === true || !hidden.includes(id)}
                disabled={names === true}
                onChange={({ detail }) =>
                  onChange({ hidden: detail.checked ? hidden.filter((one) => one !== id) : [...hidden, id] })
                }
              >
                {header}
              </Toggle>
            ))}
          </SpaceBetween>
        </FormField>
        <Button variant="inline-link" onClick={() => onChange({ widths: {} })}>
          Reset column widths
        </Button>
      </SpaceBetween>
    </Modal>
  );
}
