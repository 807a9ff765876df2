"""What the numbers in effect texts of the Living Card Game count, for readers of reports."""

from __future__ import annotations

#: word.parameter -> what the number counts: "cards drawn 2 \N{RIGHTWARDS ARROW} 3".
PHRASES = {
    "pick.n": "cards picked",
    "pick.cost": "highest cost of what is picked",
    "random.n": "cards taken at random",
    "look.n": "cards looked at",
    "damage.n": "damage dealt",
    "heal.n": "damage healed",
    "resources.n": "resources added",
    "threat.n": "threat added",
    "progress.n": "progress placed",
    "progress_on.n": "progress placed",
    "draw.n": "cards drawn",
    "reveal.n": "encounter cards revealed",
    "deal_shadow.n": "shadow cards dealt",
    "willpower.n": "willpower more",
    "attack.n": "attack more",
    "defense.n": "defense more",
    "hit_points.n": "hit points more",
    "staging_threat.n": "threat more in the staging area",
    "ready_tax.n": "resources to pay to ready",
    "extra_reveals.n": "cards more in each staging step",
    "ally_limit.n": "allies a round",
    "refresh_threat.n": "threat more in the refresh phase",
}
