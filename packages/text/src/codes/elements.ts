/**
 * GS1 element strings (GS1 General Specifications, 7.8): application identifiers (AI), each with its
 * data. Data of a predefined length follow one another; other data end with FNC1, which scanners
 * send as the group separator.
 */
import { checkDigit } from './sscc.ts';

export const groupSeparator = '\u001d';

export interface Element {
  /** Application identifier, 2 to 4 digits. */
  ai: string;
  value: string;
}

/** Digits of an AI by its first two; those with two digits are not listed (figure 7.8.4-1). */
const digitsOfAi: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['23', '24', '25', '40', '41', '42', '71'].map((head) => [head, 3])),
  ...Object.fromEntries(
    ['31', '32', '33', '34', '35', '36', '39', '43', '70', '72', '80', '81', '82'].map((head) => [
      head,
      4,
    ]),
  ),
};

/** Predefined lengths of AI and data together, by the first two digits (figure 7.8.5-2). */
const predefined: Readonly<Record<string, number>> = {
  '00': 20,
  ...Object.fromEntries(['01', '02', '03'].map((head) => [head, 16])),
  '04': 18,
  ...Object.fromEntries(
    ['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((head) => [head, 8]),
  ),
  '20': 4,
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((head) => [head, 10])),
  '41': 16,
};

/** Keys of digits that end with a check digit: SSCC, GTIN and GLN. */
const checked = /^(?:0[0-3]|41\d)$/;
/** Longest data of AIs without a predefined length, by the first two digits; others have up to 90. */
const dataMax: Readonly<Record<string, number>> = {
  ...{ '10': 20, '21': 20, '22': 20, '23': 28, '24': 30, '25': 30, '30': 8, '37': 8 },
  ...{ '40': 30, '42': 20, '71': 20, '90': 30 },
};

/** In their order; a text says why it is no element string. */
export function readElementString(text: string): Element[] | string {
  const elements: Element[] = [];
  let rest = text;
  while (rest !== '') {
    const element = firstElement(rest);
    if (typeof element === 'string') return element;
    elements.push(element);
    rest = rest.slice(element.ai.length + element.value.length);
    if (rest.startsWith(groupSeparator)) rest = rest.slice(1);
  }
  return elements.length === 0 ? 'It is empty.' : elements;
}

function firstElement(text: string): Element | string {
  const head = text.slice(0, 2);
  const ai = text.slice(0, digitsOfAi[head] ?? 2);
  if (!/^\d{2,4}$/.test(ai)) return 'It has no application identifier where one is due.';
  const whole = predefined[head];
  const [until = ''] = text.split(groupSeparator, 1);
  const value = (whole === undefined ? until : until.slice(0, whole)).slice(ai.length);
  if (value === '' || value.length > (dataMax[head] ?? 90))
    return `AI ${ai} has no data of its length.`;
  if (whole === undefined) return { ai, value };
  if (value.length !== whole - ai.length) return `AI ${ai} is cut short.`;
  if (!/^\d+$/.test(value)) return `AI ${ai} has other characters than digits.`;
  if (checked.test(ai) && checkDigit(value.slice(0, -1)) !== value.at(-1)) {
    return `AI ${ai} has a wrong check digit.`;
  }
  return { ai, value };
}
