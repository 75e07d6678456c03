test("an app's test", async () => {
  console.log(`FAILED ${JSON.stringify(await require("./steps.cjs")())}`);
}, 60_000);
