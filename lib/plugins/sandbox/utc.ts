/**
 * Lets this thread, which does nothing but run a plugin, live in UTC: QuickJS asks the thread's dates for the local time, and
 * plugins see UTC on the real servers.
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
