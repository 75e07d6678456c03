/**
 * Sets this thread to UTC: it only runs a plugin, QuickJS uses the thread's local time, and PostHog's plugins see UTC.
 */
export function speakUtc(): void {
  const prototype = Date.prototype;
  prototype.getTimezoneOffset = () => 0;
  prototype.getFullYear = prototype.getUTCFullYear;
  prototype.getMonth = prototype.getUTCMonth;
  prototype.getDate = prototype.getUTCDate;
  prototype.getDay = prototype.getUTCDay;
  prototype.getHours = prototype.getUTCHours;
  prototype.getMinutes = prototype.getUTCMinutes;
  prototype.getSeconds = prototype.getUTCSeconds;
  prototype.getMilliseconds = prototype.getUTCMilliseconds;
}
