import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import type { PayFault } from "./pay-card.ts";

/** What paying with PayPal needs: a word about what comes, and the way to PayPal's own page. */
export function PayPalForm({
  submit,
  sandbox,
  busy,
  fault,
  onPay,
}: {
  readonly submit: string;
  readonly sandbox: boolean;
  readonly busy: boolean;
  readonly fault: PayFault | undefined;
  readonly onPay: () => void;
}) {
  return (
    <SpaceBetween size="l">
      {sandbox ? (
        <Alert type="info" header="Sandbox: no money moves">
          The next page simulates PayPal. Approve, decline, pay from an empty account, or dispute the payment later.
        </Alert>
      ) : null}
      <Box variant="p">
        You’ll approve the payment at PayPal and come back here. Choosing PayPal cancels any card payment you started.
      </Box>
      {fault ? (
        <Alert type="error" header={fault.title}>
          {fault.text}
        </Alert>
      ) : null}
      <Button variant="primary" fullWidth loading={busy} loadingText="Going to PayPal" onClick={onPay}>
        {submit}
      </Button>
    </SpaceBetween>
  );
}
