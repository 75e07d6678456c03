const show = async () => {
  document.querySelector("#count").textContent = await window.analytics.count();
};

document.querySelector("#export").addEventListener("click", async () => {
  await window.analytics.capture("exported", { format: "pdf" });
  await show();
});
void show();
