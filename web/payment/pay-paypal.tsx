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
          The next page stands in for PayPal. Say yes, say no, pay from an empty account, or dispute the payment
          afterwards.
        </Alert>
      ) : null}
      <Box variant="p">
        You approve the payment on PayPal’s own page and come back here. Choosing PayPal closes a card payment you may
        have begun.
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
