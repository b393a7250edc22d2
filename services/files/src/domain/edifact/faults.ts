/** Faults of an interchange. Numbers in messages are CONTRL codes (UN/EDIFACT 0085). */

/** The whole file is refused. `column` names the segment. */
export interface FileFault {
  column: string;
  code: 'bad_encoding' | 'malformed';
  message: string;
  /** The file has no end, so that more may come. */
  isCutOff?: true;
}

/** One message is bad; the others count. */
export interface MessageFault {
  column: string;
  code:
    | 'control_count'
    | 'control_reference'
    | 'duplicate_reference'
    | 'not_accepted'
    | 'repeated_segment'
    | 'too_many_segments'
    | 'two_days'
    | 'unsupported_function'
    | 'unsupported_message';
  message: string;
}

export const malformed = (segment: string, message: string): FileFault => ({
  column: nameable(segment),
  code: 'malformed',
  message,
});

export const cutOff = (segment: string, message: string): FileFault => ({
  ...malformed(segment, message),
  isCutOff: true,
});

/** The tag of a segment, if it has one: no other text of a broken file is repeated. */
export const nameable = (segment: string): string => /^[A-Z]{3}/.exec(segment)?.[0] ?? '';

export const isFault = <T extends object>(value: T | FileFault): value is FileFault =>
  'code' in value && 'message' in value;
