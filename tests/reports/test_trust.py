"""What is said of the bots: verdicts by probability, for whom, what more play buys, whether ladders move."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from mazarbul.analysis import audit as audits
from mazarbul.analysis import scenarios, verdicts
from mazarbul.analysis.estimates import rate_columns
from mazarbul.reports.sections import audit, trust
from mazarbul.reports.sections.common import Topic
from mazarbul.reports.sections.stakes import ALONE, SIDES
from mazarbul.sim.runner.options import overlays

SEARCH = "search:50"


def rungs(*rows):
    """Return a ladder. rows: label, kind, games, win, and what the step from the row below changes, ±."""
    table = []
    for i, (label, kind, games, win, *step) in enumerate(rows):
        row = {"label": label, "kind": kind, "side": "red", "games": games, "seconds": 0.5}
        row |= {"rollouts": int(label.partition(":")[2] or 0), "is_usual": label == "usual"}
        row |= {"errs": 0.1 if kind == verdicts.ERRS else 0.0, "below": rows[i - 1][0] if step else ""}
        value, half = step or (np.nan, np.nan)
        row |= {"step": value, "step_low": value - half, "step_high": value + half, "step_n": games}
        table.append(row | rate_columns("win", games * win, games))
    return pd.DataFrame(table)


USUAL = ("usual", verdicts.QUICK, 10_000, 0.7)
BLUNDERER = ("blunders", verdicts.ERRS, 10_000, 0.51)
STEP = (SEARCH, verdicts.SEARCH, 200, 0.8, 0.1, 0.06)


def topic(*rows, band=(0.45, 0.55), bots=("heuristic",)):
    """Return a topic whose side is red; without rows there is no audit."""
    manifest = {"game": "toy", "scenario": "duel", "bots": dict(enumerate(bots))}
    run = SimpleNamespace(
        manifest=manifest, is_cooperative=False, sides=("red", "blue"), side_name=str.title, opponents=(),
        games=10_000, columns=lambda _family: (), catalogue={},
        side_noun=lambda side: f"the {side.title()}s", side_is_plural=lambda _side: True,
    )  # fmt: skip
    return Topic(run, band, rungs(*rows) if rows else None)


def row(win, games=10_000):
    """Return the row of a win rate."""
    return pd.Series({"scenario": "duel", "side": "red", "win": win, "games": games})


def test_a_sentence_calls_a_scenario_by_its_noun_where_it_has_one():
    asked = topic()
    asked.run.catalogue = {"title": "Two players", "noun": "Chess for two players", "seats": [{}]}
    assert asked.scenario_noun() == asked.scenario_noun("Two players") == "Chess for two players"
    assert asked.scenario_noun("Another") == "Another"
    assert asked.titled == "Two players"
    asked.run.is_cooperative = True
    asked.run.catalogue = {"title": "The Wood", "seats": [{}]}
    assert (asked.titled, asked.called("")) == ("The Wood, 1 player", "The Wood for 1 player")


def change(value, half, **facts):
    return facts | {"change": value, "change_low": value - half, "change_high": value + half, "change_n": 200}


def test_the_verdict_is_of_the_bots_at_the_top_and_says_how_sure_it_is():
    text = trust.sentence(topic(BLUNDERER, USUAL, STEP), row(0.7), "Duel")
    assert text == (
        "Duel favours the Reds: they win 80% (69\N{EN DASH}89%), judged by usual and search:50; 99% sure to "
        "lie above the 45\N{EN DASH}55% band."
    )


def test_figures_are_those_of_the_first_side_whoever_wins_most(monkeypatch):
    rates = pd.DataFrame([row(0.1), row(0.9)]).assign(side=["red", "blue"])
    monkeypatch.setattr(trust, "win_rates", lambda _run: rates)
    asked = topic(bots=("expert",))
    assert trust.foremost(asked, rates)["side"] == "blue"
    said = trust.sentence(asked, rates.iloc[1], "Duel")
    assert said.startswith("Duel favours the Blues: the Reds win 10% (")
    assert "sure to lie below the 45" in said


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (["open"] * 3, "Whether the quests are as hard as intended is not settled"),
        (["open"], "Whether the quest is as hard as intended is not settled"),
        (["open", "above", "inside"], "1 of 3 quests is as hard as intended, 1 not settled"),
        (["open", "above"], "1 of 2 quests is not as hard as intended, 1 not settled"),
        (["above", "below", "open"], "2 of 3 quests are not as hard as intended, 1 not settled"),
        (["above", "below", "above"], "None of the 3 quests is as hard as intended"),
    ],
)
def test_a_title_does_not_judge_what_has_no_verdict(codes, said):
    assert trust.title(pd.Series(codes), "quest", "quests", "as hard as intended") == said


def test_games_that_were_cut_off_bar_a_verdict_that_they_could_turn(monkeypatch):
    asked = topic(bots=("expert",))
    for cut, win, code in ((9_500, 0.02, "open"), (9_500, 0.95, "above"), (30, 0.02, "below")):
        monkeypatch.setattr(scenarios, "cut_off", lambda _run, cut=cut: cut)
        assert trust.judge(asked, row(win)).code == code
    monkeypatch.setattr(scenarios, "cut_off", lambda _run: 9_500)
    why = "95.0% of the games were cut off before they ended"
    assert trust.brief(trust.judge(asked, row(0.02))) == f"no verdict: {why}"
    said = trust.sentence(asked, row(0.02), "Duel")
    assert said == f"No verdict on Duel, as {why}. The Reds win 2.0% of 10,000 games."
    searched = topic(USUAL, STEP, band=(0.9, 0.95))
    monkeypatch.setattr(scenarios, "cut_off", lambda _run: 0)
    late = replace(searched, rungs=searched.rungs.assign(cut=[0.0, 0.4]))
    assert not trust.judge(searched, row(0.7)).barred
    assert trust.judge(late, row(0.7)).barred.startswith("40.0% of the games")


def test_what_is_not_finished_has_no_verdict():
    late = replace(topic(BLUNDERER, USUAL, STEP), unfinished="the audit")
    assert trust.judge(late, row(0.7)).is_open
    said = trust.sentence(late, row(0.7), "Duel")
    assert said.startswith("No verdict on Duel, as the audit is not finished")


@pytest.mark.parametrize(
    ("win", "bots", "said"),
    [
        (0.95, ["expert"], "Duel favours the Reds: they win 95% "),
        (0.72, ["expert"], "Duel probably favours the Reds: they win 72% "),
        (0.6, ["expert"], "It is not settled whether Duel is balanced: the Reds win 60% "),
        (0.5, ["heuristic"], "It is not settled whether Duel is balanced: the Reds win 50% "),
        (0.18, ["expert"], "No side of Duel reaches its band: the Reds win 18% "),
        (0.95, ["random"], "It is not settled whether Duel is balanced: the Reds win 95% "),
        (0.95, ["search:50", "heuristic"], "It is not settled whether Duel is balanced"),
    ],
)
def test_a_run_alone_is_judged_by_the_kind_of_its_bots(win, bots, said):
    text = trust.sentence(topic(bots=bots), row(win), "Duel")
    assert text.startswith(said)
    assert "withheld" not in text
    assert (" alone" in text) == (len(bots) == 1)


def test_chances_add_up():
    def judged(rate, error):
        return verdicts.judged(verdicts.Belief(verdicts.scaled(rate), error, 0.0), (0.45, 0.55))

    assert trust.brief(judged(0.55, 0.045)) == "not settled (1% below, 52% inside, 47% above)"
    for rate in np.linspace(0.3, 0.7, 41):
        parts = trust.chances(judged(rate, 0.05))
        assert sum(int(part.partition("%")[0]) for part in parts) == 100
        assert not any(part.startswith("0%") for part in parts)
    assert trust.brief(judged(0.58, 0.03)) == "probably above the band"


def test_bots_that_err_on_purpose_say_for_whom():
    text = trust.for_whom(topic(BLUNDERER, USUAL, STEP), row(0.7))
    assert text == "Among players who make one move in 10 at random: 51%, inside the band."
    assert trust.for_whom(topic(BLUNDERER, USUAL, STEP), row(0.5)) == "", "the same verdict is not said twice"
    assert trust.for_whom(topic(USUAL, STEP), row(0.7)) == ""
    alone = trust.for_whom(topic(bots=["random"]), row(0.9))
    assert alone.startswith("Among players who make every move at random: 90%, above the band")
    assert trust.for_whom(topic(), row(0.9)) == ""


def test_what_more_play_would_buy():
    unclear = (SEARCH, verdicts.SEARCH, 200, 0.72, 0.02, 0.1)
    says, command = trust.more(topic(BLUNDERER, USUAL, unclear), "red")
    assert says == (
        "2,000 games of search:50 (about 17 minutes where these were played) would cut the chance error of "
        "its rate from \N{PLUS-MINUS SIGN}6.2 to \N{PLUS-MINUS SIGN}2.0 points."
    )
    assert command == "mazarbul audit toy/duel --search 50 --search-games 2000"
    much = (SEARCH, verdicts.SEARCH, 8_000, 0.8, 0.1, 0.01)
    says, command = trust.more(topic(USUAL, much), "red")
    assert says.startswith("8,000 games of search:200 (about 4.4 hours where these were played) would show")
    assert command == "mazarbul audit toy/duel --search 50,200 --search-games 8000,8000"
    assert trust.more(topic(bots=("random",)), "red")[1] == "mazarbul audit toy/duel"
    quick = ("expert", verdicts.EXPERT, 10_000, 0.8, 0.1, 0.01)
    says, command = trust.more(topic(USUAL, quick), "red")
    assert says == (
        "200 games of search:50 (about 42 hours where these were played) would show whether the rate "
        "still moves."
    )
    assert command == "mazarbul audit toy/duel --search 50 --search-games 200"


# 1.5 s for a game of 50 rollouts, 200 at every seat and 200 at one side's, and three times 10,000 games
# without search: a bot four times as quick as experts plays these in a quarter of their time.
@pytest.mark.parametrize(
    ("bot", "kind", "seconds", "minutes", "now"),
    [("expert", verdicts.EXPERT, 20.0, 11, 23), ("heuristic", verdicts.QUICK, 5.0, 10, 38)],
)
def test_one_bot_alone_says_what_a_search_would_narrow_and_in_what_time(
    monkeypatch, bot, kind, seconds, minutes, now
):
    asked = topic(bots=(bot,))
    monkeypatch.setattr(trust, "win_rates", lambda _run: pd.DataFrame([row(0.5)]))
    asked.run.manifest |= {"seconds_playing": seconds}
    says, command = trust.more(asked, "red")
    assert says == (
        f"200 games of search:50 (about {minutes} minutes where these were played) would narrow the win "
        f"rate to about \N{PLUS-MINUS SIGN}9 points instead of \N{PLUS-MINUS SIGN}{now}."
    )
    assert command == (
        "mazarbul audit toy/duel --search 50 --search-games 200 --review-games 0 --value-games 0"
    )
    before, then = (
        verdicts.of_rate(kind, 0.5, 10_000, asked.band),
        verdicts.of_searched(kind, 0.5, 10_000, 200, asked.band),
    )
    assert then.rate == pytest.approx(0.5)
    assert 2 * then.belief.error < before.belief.error


def test_a_command_asks_about_what_was_played():
    asked = topic(bots=("random",))
    row = {"text": 'it\'s "so"', "icons": {"path": 1}, "sees": [{"on": "play"}]}
    asked.run.manifest["experiment"] = {
        "decks": {"player1": "own decks/my deck.txt"}, "switches": {"promos": True},
        "overlay": ["weaker.toml", {"card": {"a": row}}],
    }  # fmt: skip
    command = trust.more(asked, "red")[1]
    first, rest = command.split(" --overlay weaker.toml --overlay ")
    assert first == ("mazarbul audit toy/duel --switch promos=true --deck 'player1=own decks/my deck.txt'")
    text, *others = shlex.split(rest)
    assert overlays([text]) == asked.run.manifest["experiment"]["overlay"][1:]
    assert not others


def test_players_together_win_at_least_what_these_bots_do():
    belief = verdicts.estimate(0.63, 10_000, (), verdicts.EXPERT, is_cooperative=True)
    assert re.match(r"63% or more \(6\d\N{EN DASH}9\d%\)$", trust.figure(verdicts.judged(belief, (0.4, 0.6))))
    against = verdicts.estimate(0.63, 10_000, (), verdicts.EXPERT, is_cooperative=False)
    assert trust.figure(verdicts.judged(against, (0.4, 0.6))).startswith("63% (")


@pytest.mark.parametrize(
    ("chances", "told"),
    [
        ((0.3, 0.4, 0.3), "open"),
        ((0.02, 0.5, 0.48), "not_below"),
        ((0.5, 0.47, 0.03), "not_above"),
        ((0.04, 0.12, 0.84), "probably_above"),
    ],
)
def test_what_is_open_may_be_sure_of_one_end(chances, told):
    verdict = verdicts.Verdict(verdicts.Belief(0.8, 0.1, 0.0), *chances)
    assert verdict.told == told
    assert replace(verdict, barred="it is not finished").told == "open"
    for stakes in (SIDES, ALONE):
        assert told in stakes.verdicts


def test_what_an_estimate_is_made_of():
    text = trust.origin(topic(BLUNDERER, USUAL, STEP))
    assert text.startswith(
        "The estimate: usual 70.0%, n 10,000; to search:50 +10.0 points (+4.0 to +16.0, n 200)."
    )
    assert trust.origin(topic()) == ""


def test_the_side_that_wins_most_is_that_of_the_estimates():
    known = topic(USUAL, (SEARCH, verdicts.SEARCH, 2_000, 0.4, -0.3, 0.02))
    blue = known.rungs.assign(side="blue", win=1 - known.rungs["win"], step=-known.rungs["step"])
    blue["step_low"], blue["step_high"] = -known.rungs["step_high"], -known.rungs["step_low"]
    both = Topic(known.run, known.band, pd.concat([known.rungs, blue]))
    rows = pd.DataFrame([row(0.7), row(0.3)]).assign(side=["red", "blue"])
    assert trust.foremost(both, rows)["side"] == "blue"
    assert trust.foremost(topic(), rows)["side"] == "red"


def test_a_changed_game_is_judged_by_its_change():
    known = topic(USUAL, (SEARCH, verdicts.SEARCH, 2_000, 0.72, 0.02, 0.01))
    after = trust.judge(known, row(0.7), change(-0.2, 0.01))
    assert after.rate == pytest.approx(trust.judge(known, row(0.7)).rate - 0.2)
    before = trust.judge(known, row(0.7)).belief
    doubt = verdicts.FOREIGN * (before.middle - after.belief.middle)
    assert after.belief.error == pytest.approx(np.hypot(before.error, doubt), rel=0.01)


@pytest.mark.parametrize(
    ("top", "said"),
    [
        (change(0.08, 0.05), "The figure still moves at the top of the ladder: from search:50 to search:200"),
        (change(0.01, 0.015), "At the top of the ladder the figure hardly moves"),
        (change(0.03, 0.09), "It is not clear whether the figure still moves at the top of the ladder"),
    ],
)
def test_whether_the_figure_still_moves(top, said):
    steps = pd.DataFrame(
        [
            change(0.2, 0.05, below="usual", above=SEARCH),
            top | {"below": SEARCH, "above": "search:200"},
        ]
    )
    text = audit.step_words(steps)
    assert text.startswith(said)
    assert "n 200 pairs" in text
    below = "One step below it does: from usual to search:50 by +20.0 points"
    assert (below in text) == said.startswith("It is not clear")


def test_without_search_nobody_knows():
    assert audit.step_words(pd.DataFrame()) == audit.NO_SEARCH


def test_gains_are_said_by_side():
    rows = pd.DataFrame(
        [
            change(0.4, 0.05, label=SEARCH, rollouts=50, side="red"),
            change(0.0, 0.01, label="tuned otherwise", rollouts=0, side="red"),
        ]
    )
    search, trained = audit.gain_words(topic(), rows, 5.0)
    assert search.startswith("search:50 against the usual bot on the other side gains +40.0 points (")
    assert trained.startswith("The best response found in 5 minutes a side against the usual bot")
    assert audit.gain_words(topic(), rows.head(1), 0)[1] == audit.NO_TRAINING


def values(one, other, noise=0.0):
    """Return a table of values, all clear. noise: the variance that chance adds to them."""
    known = {"one_bh": 0.0, "other_bh": 0.0, "one_noise": noise, "other_noise": noise}
    return pd.DataFrame({"side": "red", "one": one, "other": other} | known)


def test_order_and_sign_of_values():
    rng = np.random.default_rng(1)
    one = rng.normal(size=60)
    agreed = audits.agreement(values(one, one + 0.3 * rng.normal(size=60)))
    assert 0.85 < agreed["rank_low"] < agreed["rank"] < agreed["rank_high"] < 1
    assert agreed["sign_n"] == 60
    against = audits.agreement(values(one, -one + 0.3 * rng.normal(size=60)))
    assert against["rank_high"] < -0.85
    assert against["sign_high"] < 0.4
    text = audit.agreement_words(agreed, ["usual", "blunders"], "cards")
    assert text.startswith(
        "The values of 60 cards with usual and with blunders have a rank correlation of 0.9"
    )
    assert "Of the 60 that are clear with either bot" in text


def test_equal_bots_agree_however_few_games_were_played():
    """100 samples of 60 things with the same true values, in which chance is larger than they are."""
    rng, found = np.random.default_rng(4), []
    for _ in range(100):
        truth = rng.normal(size=60)
        one, other = (truth + rng.normal(0, 1.2, 60) for _ in range(2))
        found.append(audits.agreement(values(one, other, noise=1.2**2)))
    table = pd.DataFrame(found)
    assert table["measured"].mean() == pytest.approx(table["equal"].mean(), abs=0.05)
    assert table["measured"].mean() < 0.5
    assert table["rank"].mean() > 0.85
    assert (table["rank_high"] == 1).mean() > 0.8
    said = audit.agreement_words(found[0], ["a", "b"], "cards")
    assert f"as measured {found[0]['measured']:.2f}, where equal bots would show" in said


def test_values_that_differ_by_chance_alone_have_no_order():
    rng = np.random.default_rng(5)
    agreed = audits.agreement(values(rng.normal(size=40), rng.normal(size=40), noise=4.0))
    assert np.isnan(agreed["rank"])
    said = audit.agreement_words(agreed, ["a", "b"], "cards")
    assert "differ by no more than chance, so their order cannot be compared" in said


def test_luck_that_all_values_of_a_side_share_does_not_change_their_order():
    """The games with nothing blanked are the same for all things: their luck moves the sides apart."""
    rng = np.random.default_rng(3)
    parts = []
    for side, shift in (("red", 2.0), ("blue", -2.0)):
        one = rng.normal(size=40)
        parts.append(values(one - shift, one + shift).assign(side=side))
    agreed = audits.agreement(pd.concat(parts))
    assert agreed["rank"] > 0.99
    assert (agreed["rank_n"], agreed["sides"]) == (80, 2)
    assert "rank correlation within each side of 1.00" in audit.agreement_words(agreed, ["a", "b"], "cards")


def test_the_interval_of_the_rank_correlation_covers():
    """Of 200 samples of 40 things about 95% cover the known correlation, within 4 standard errors."""
    rng = np.random.default_rng(2)
    pearson = 0.8
    truth = 6 / np.pi * np.arcsin(pearson / 2)
    covered = 0
    for _ in range(200):
        one = rng.normal(size=40)
        other = pearson * one + np.sqrt(1 - pearson**2) * rng.normal(size=40)
        agreed = audits.agreement(values(one, other))
        covered += agreed["rank_low"] < truth < agreed["rank_high"]
    assert abs(covered / 200 - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 200)


def test_few_or_equal_values_have_no_order():
    for table in (values([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]), values(np.zeros(20), np.arange(20.0))):
        agreed = audits.agreement(table)
        assert np.isnan(agreed["rank"])
        assert "too few, or too alike" in audit.agreement_words(agreed, ["a", "b"], "cards")
    unclear = values([1.0, -1.0], [1.0, 1.0]).assign(one_bh=0.5, other_bh=0.5)
    assert "None of them is clear" in audit.agreement_words(audits.agreement(unclear), ["a", "b"], "cards")
