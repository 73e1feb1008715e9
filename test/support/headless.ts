/**
 * Words that texts begin with which only continue the name of what they describe, such as "Of the last failure." or
 * "Those that have begun.". As readers of the API, the settings or a help page see each text separately, it must name
 * its subject.
 */
const HEADLESS =
  /^(?:of|that|those|these|them|what|where|whose|whom|who|its|it|they|the same|if|when|while|until|by|for|from|as|since|than|with|without|how|why|which|null|counted|but|or|and)\b/i;

/** Returns whether a description cannot stand alone. A first word in back quotes is a name and therefore allowed. */
export function isHeadless(text: string): boolean {
  return HEADLESS.test(text);
}
