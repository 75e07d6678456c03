import { BuyButton } from "./buy-button.js";

export default function Page() {
  return (
    <main>
      <h1>A shop</h1>
      <BuyButton />
      <p>
        <a href="/sales">Sales</a>
      </p>
    </main>
  );
}
