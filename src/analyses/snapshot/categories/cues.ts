import type { Category } from "./keywords.ts";

/**
 * Phrases that say a category without one of its keywords: words in lower case, separated by spaces, contractions
 * written out.
 */
export const CUES: Readonly<Record<Category, RegExp>> = {
  unresolved_questions: phrases(`
    not (?:yet )?(?:clear|known|decided|settled) | (?:not|never) (?:quite |so |really )?sure | unsure |
    uncertain(?:ty)? | (?:do|does|did) not (?:yet )?know | (?:nobody|no one) (?:knows?|could say|can say) |
    no idea (?:what|why|how|who|where|when|which|whether|if) | tbc |
    to be (?:decided|confirmed|determined|defined|discussed|agreed) |
    undecided | unspecified | undocumented | ambiguous | ambiguity | puzzling | puzzled |
    (?:do|does|did) not (?:say|specify|state|mention|tell|define|explain) |
    wonder(?:s|ed|ing)? (?:if|whether|why|what|how|who|about) |
    needs? (?:a |an )?(?:decision|answer) | (?:has|have|needs?) to decide | must decide | find out |
    still open | open : | up for (?:discussion|debate) | under discussion | anybody's guess`),
  open_hypotheses: phrases(`
    maybe | perhaps | possibl[ey] | probabl[ey] | presumabl[ey] | presumption | apparently |
    conceivably | supposedly | seemingly | likely | chances are | suspect(?:s|ed|ing)? | suspicions? |
    suspicious(?:ly)? | guess(?:es|ing)? | hunch(?:es)? | conjectures? | speculat(?:e|es|ion|ing) |
    (?:i|we) (?:think|reckon|believe|bet|expect|doubt) | reckon | belief | expect that | seems? | seemed |
    (?:looks?|sounds?|smells?|feels?) like | might | may (?:be|have|also|come|stem|well|cause|explain|lead) |
    could (?:be|have|also|come|stem|well|cause|explain|lead|mean|fall|use|try|help) |
    would (?:explain|account|fit|mean|match|imply) | points? (?:to|at|towards) |
    suggest(?:s|ing)? | hints? (?:at|that) | indicat(?:es?|ing) that | culprits? | root cause | what if |
    ideas? | alternatives? | alternatively | plan b | leaning (?:towards?|to) | considering | toying with |
    (?:can not|not) (?:be )?(?:rule|ruled|exclude|excluded)(?: out)? | worth (?:a try|trying|an|exploring) |
    should (?:help|fix|halve|reduce|improve|speed|explain|avoid|suffice) | correlat(?:es?|ion) with |
    lines? up with | coincides? with`),
  next_actions: phrases(`
    needs? to | (?:we|i) (?:should|shall|will|must|have to) | should | must(?! be (?:an?|at|unique|one|the)\\b) |
    (?:has|have|ought|remains?|left|still|yet) to be | ought to | going to | planning to | plan to |
    plans to | intend to | want to | remaining : | left : | still to | (?:do not|never) forget |
    remember to | let us | task : | goal : | (?:not|never)(?: been)? (?:written|tested|documented|merged|
    deployed|released|started|migrated|translated|reviewed|done|implemented|verified|announced)(?: yet)?`),
  blockers: phrases(`
    broken | break(?:s|ing) | broke | crash(?:es|ed|ing)? | abort(?:s|ed|ing) | reject(?:s|ed|ing) |
    refus(?:es|ed|ing) | den(?:ies|ied|ying) | forbidden | unauthori[sz]ed | unreachable | unavailable |
    unresponsive | unusable | unstable | unsupported | incompatible | inaccessible | offline |
    (?:times?|timed|timing) out | timeouts? | hang(?:s|ing)? | hung | freez(?:es|ing) | frozen |
    segfault(?:s|ed|ing)? | segmentation fault | panic(?:s|ked)? | oom | killed | dies | died | dead |
    (?:is|are|was|were|still|again|specs?|tests?|servers?|services?|site|hosts?|jobs?) down(?! to) |
    (?:is|are|was|still|turned|goes|went|stays?|pipeline|ci|builds?|tests?|main|suite) red | red again |
    flaky | flak(?:es|ing|iness) | missing | deadlock(?:s|ed)? | livelock | conflict(?:s|ing|ed)? |
    out of (?:memory|disk|space|quota|inodes|handles|sync|stock|date) | no (?:disk )?(?:space|room) |
    no (?:\\w+ ){0,2}?(?:keys?|access|way|permissions?|rights|licen[sc]e|credentials|network|connection|
    route|account|token|reply|response|driver|device|such) | not found | not available | not allowed |
    not permitted | (?:can|could) not | unable to | impossible | will not | wo not | (?:do|does|did) not |
    (?:has|have|had) not | (?:is|are|was|were) not (?:working|running|reachable|ready|responding) |
    not (?:working|responding) | no longer (?:works?|compiles?|builds?|starts?|match(?:es)?|loads?) |
    exit(?:s|ed)? (?:with |code |status )*[1-9]\\d* |
    (?:returns?|returned|status|http|got|gets?|gives?|answers?|with|code) (?:an? )?(?:4\\d\\d|5\\d\\d)
      (?! (?:ms|s|kb|mb|gb|rows|items|files|lines)) |
    (?:401|403|404|409|413|422|429|500|502|503|504) (?:from|for|until|on|since|when) |
    undefined (?:reference|symbol|variable|method) | exceptions? | tracebacks? | stack ?traces? |
    malformed | corrupt(?:s|ed|ion)? | invalid | illegal | mismatch(?:es|ed)? | leaks? | leaking |
    on hold | held up | lack(?:s|ing)? | expired | overdue | locked | in use | bounc(?:e|es|ed|ing) |
    chok(?:es|ed|ing) | boot ?loops? | crashloop | lost | (?:is|are|disk|disc|queue) full | bugs? | buggy |
    regress(?:es|ed|ions?) | degraded | outage | incident | overload(?:ed|s)? | overflow(?:s|ed|ing) |
    too (?:slow|large|big|many|old|long|few|small|late) | violat(?:es?|ed|ions?|ing) | vulnerab\\w+ |
    may not (?:merge|deploy|ship|release|push|use|access|run|proceed) | rate limit(?:s|ed)? | throttl(?:es|ed|ing) |
    needs? (?:\\w+ ){0,3}(?:approvals?|sign off|permission) | depend(?:s|ing) on | dependent on |
    prevent(?:s|ed|ing)? | hinder(?:s|ed|ing)? | stops? (?:with|at|after) | cuts? (?:\\w+ )?off | stall(?:s|ed|ing)? |
    over (?:our |the )?(?:slo|budget|quota|limit) | used up | exhausted | exceed(?:s|ed|ing)? |
    keeps? (?:growing|dropping|restarting) | pending upgrade | contradict(?:s|ed|ing|ion)? | wrong |
    away until | on (?:leave|vacation|holiday) | (?:come|comes|came) back empty | danger(?:ous)?`),
};

/** The words of a negation that is a complaint: what is said not to happen should happen. */
export const COMPLAINT = /^(?:can|could|will|wo|do|does|did|has|have|had) not$/;

function phrases(list: string): RegExp {
  const alternatives = list
    .trim()
    .replace(/ \|\n\s*/g, " | ")
    .replace(/\|\n\s*/g, "|")
    .replace(/\s+/g, " ")
    .replaceAll(" | ", "|")
    .replaceAll(" (?!", "(?!");
  return new RegExp(`(?<![a-z0-9])(?:${alternatives})(?![a-z0-9])`, "g");
}
