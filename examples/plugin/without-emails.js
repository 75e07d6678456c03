import { definePlugin } from "hoglet";

const EMAIL = /[\w.+-]+@[\w-]+\.[\w.]+/g;

/** Takes e-mail addresses out of URLs, and drops the events of robots. */
export const withoutEmails = definePlugin({
  name: "without e-mails",
  processEvent(event) {
    if (/bot|crawler/i.test(String(event.properties?.$raw_user_agent ?? ""))) return null;
    const url = event.properties?.$current_url;
    if (typeof url === "string") event.properties.$current_url = decodeURIComponent(url).replaceAll(EMAIL, "(e-mail)");
    return event;
  },
});
