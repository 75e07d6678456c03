/**
 * The days of a month of the Gregorian calendar. Without a date object, since capture asks it for each late day.
 * @param month 1 = January
 */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
