void require("./steps.cjs")().then((failed) => console.log(`FAILED ${JSON.stringify(failed)}`));
