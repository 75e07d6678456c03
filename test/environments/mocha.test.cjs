const sinon = require("sinon");

it("is an app's test", async () => {
  const toFake = process.env.TO_FAKE?.split(",");
  const failed = await require("./steps.cjs")(() => {
    const clock = sinon.useFakeTimers({ now: Date.now(), ...(toFake && { toFake }) });
    return () => clock.restore();
  });
  console.log(`FAILED ${JSON.stringify(failed)}`);
}).timeout(0);
