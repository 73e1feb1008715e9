/**
 * First words of texts that only continue the name of what they describe: "Of the last failure.", "Those that have
 * begun.". Readers of the API, the settings or a help page see each text separately, so it must name its subject.
 */
const HEADLESS =
  /^(?:of|that|those|these|them|what|where|whose|whom|who|its|it|they|the same|if|when|while|until|by|for|from|as|since|than|with|without|how|why|which|null|counted|but|or|and)\b/i;

/** Returns whether a description cannot stand alone. A first word in back quotes is a name and therefore allowed. */
export function isHeadless(text: string): boolean {
  return HEADLESS.test(text);
}
