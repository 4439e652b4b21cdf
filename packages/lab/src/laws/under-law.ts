import type { ImpactStudy } from "carom/study";

/**
 * An impact under another law. As `chooseLaw` of the library for this one kind, without the code of all others: the options that a study
 * gives to its law are of no use to another.
 * @param own the law that the study has now, named in it or not
 */
export function underLaw(study: ImpactStudy, own: string, law: string): ImpactStudy {
  const { options, ...rest } = study;
  const kept = options !== undefined && law === own ? { options } : {};
  return { ...rest, law, ...kept } as ImpactStudy;
}
