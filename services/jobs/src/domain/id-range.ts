/** Job ids are ULIDs made from `created_at`: a range of time is a range of ids. */

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeCharacters = 10;

/** Ids of all jobs created before `instant`, and only those, are lower than this bound. */
export function firstIdAt(instant: string): string {
  let rest = Math.max(0, wholeMs(instant));
  let time = '';
  for (let place = 0; place < timeCharacters; place += 1) {
    time = crockford.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return `job_${time}`;
}

/** Jobs are created at whole milliseconds: the first that is not before the instant. */
function wholeMs(instant: string): number {
  const isBetween = /\.\d{3}\d*[1-9]/.test(instant);
  return new Date(instant).getTime() + (isBetween ? 1 : 0);
}
