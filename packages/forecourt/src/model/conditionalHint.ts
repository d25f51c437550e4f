/** What to do instead of a conditional keyword that a form cannot follow. */
export const SOMETIMES =
  'say it on the schema of the entity: "oneOf" with a property that has another "const" in each variant, "if"/"then"/"else", "dependentRequired", or x-show and x-require of the property';
