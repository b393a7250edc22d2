/** Bodies of forms with a file, `multipart/form-data` (RFC 7578), by the parser of Fetch. */
/** Body of a form with a file, bytes: 256 000 characters, at up to three bytes, and the fields. */
export const fileBodyLimit = 1_048_576;

/**
 * Entries by name; one that comes several times is a list, as in an encoded form. The name of a file
 * is the entry `<name>_name`.
 */
export async function multipartEntries(body: Uint8Array<ArrayBuffer>, type: string) {
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => Promise.reject(unreadable()));
  const entries: [string, string][] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') entries.push([name, value]);
    else entries.push([name, decoded(await value.bytes())], [`${name}_name`, value.name]);
  }
  const named = Map.groupBy(entries, ([name]) => name);
  return Object.fromEntries(
    [...named].map(([name, all]) => {
      const [first, ...others] = all.map(([, value]) => value);
      return [name, others.length > 0 ? [first, ...others] : first];
    }),
  );
}

const unreadable = () => Object.assign(new Error('malformed multipart body'), { statusCode: 400 });

/** Programs of loggers write UTF-16 with a byte order mark, UTF-8, or one byte a character. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
