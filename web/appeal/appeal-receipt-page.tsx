import { ReceiptShown } from "../content/payment/receipt-page.tsx";

/** `/mySubmissions/:id/appeal/receipt`: what was paid for an appeal. */
export const Page = () => <ReceiptShown purchase="appeal" />;
