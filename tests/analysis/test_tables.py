"""Every table against a naive twin that loads the whole run, and against the effects that were planted."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from mazarbul.analysis import held, lead, load_run, picked, scenarios, shared
from tests import sealing
from tests.analysis.conftest import GAMES, PLAN
from tests.analysis.synthetic import CARD_FIELDS, PLACE_FIELDS, Plan, rechunk, write_run


@pytest.fixture(scope="module")
def games(run_folder):
    return pq.read_table(run_folder / "games").to_pandas()


@pytest.fixture(scope="module")
def counted(run):
    return held.tally(run)


def unpacked(folder, family, column, fields):
    packed = pq.read_table(folder / family, columns=[column])[column].to_numpy()
    return pd.DataFrame({name: (packed >> shift) & (2**bits - 1) for name, shift, bits, _ in fields})


def test_win_rates(run, games):
    table = scenarios.win_rates(run).set_index("side")
    assert scenarios.undecided(run) == games["winner"].isna().sum() > 0
    for side in run.sides:
        assert table.loc[side, "wins"] == (games["winner"] == side).sum()
        assert table.loc[side, "win_n"] == GAMES
    assert (table["scenario"] == "trilogy").all()


def test_endings(run, games):
    table = scenarios.endings(run).set_index("reason")
    assert table["games"].sum() == GAMES
    for reason, rows in games.groupby("end_reason", observed=True):
        assert table.loc[reason, "win_shadow"] == pytest.approx((rows["winner"] == "shadow").mean())
        assert table.loc[reason, "rounds"] == pytest.approx(rows["rounds"].mean())


def test_margins_and_lengths(run, games):
    margin = games["score_free_peoples"] - games["score_shadow"]
    table = scenarios.margins(run).set_index("margin")
    assert table["games"].to_dict() == margin.value_counts().to_dict()
    assert (table[["free_peoples", "shadow", "none"]].sum(axis=1) == table["games"]).all()
    lengths = scenarios.lengths(run).set_index("rounds")
    assert lengths["games"].to_dict() == games["rounds"].value_counts().to_dict()


def test_measures(run, games):
    table = scenarios.measures(run).set_index("measure")
    assert set(table.index) == {"rounds", "score_free_peoples", "score_shadow", "turns"}
    assert table.loc["turns", "mean"] == pytest.approx(games["turns"].mean())
    assert table.loc["turns", "median"] == games["turns"].median()


def test_lead_by_round(run, games):
    table = lead.by_round(run).set_index("round")
    for number in (1, 6, 9):
        column = games[f"lead_round_{number}"]
        ahead = np.sign(column[column.notna()])
        won = np.where(games.loc[ahead.index, "winner"] == "free_peoples", 1, -1)
        won[games.loc[ahead.index, "winner"].isna()] = 0
        assert table.loc[number, "games"] == column.notna().sum()
        assert table.loc[number, "leader_wins"] == pytest.approx((won == ahead)[ahead != 0].mean())
        assert table.loc[number, "lead"] == pytest.approx(column.mean())
    sizes = lead.by_lead(run)
    assert sizes.groupby("round")["games"].sum().to_dict() == table["games"].to_dict()


def naive_changes(games):
    """For every game: rounds in which the lead changed, round from which the winner stays ahead."""
    changed, good = [], []
    for row in games.to_dict("records"):
        holder, holders = 0, []
        for number in range(1, 10):
            value = row[f"lead_round_{number}"]
            if np.isnan(value):
                break
            if holder and value and np.sign(value) != holder:
                changed.append(number)
            holder = np.sign(value) or holder
            holders.append(holder)
        sign = {"free_peoples": 1, "shadow": -1}.get(row["winner"])
        if sign and holders[-1] == sign:
            wrong = [i for i, value in enumerate(holders) if value != sign]
            good.append(wrong[-1] + 2 if wrong else 1)
    return changed, good


def test_lead_changes(run, games):
    changed, good = naive_changes(games)
    table = lead.changes(run).set_index("round")
    assert (table["changed"] * table["games"]).round().to_dict() == {
        number: changed.count(number) for number in range(1, 10)
    }
    assert (table["for_good"] * GAMES).round().to_dict() == {
        number: good.count(number) for number in range(1, 10)
    }


def test_points(run, run_folder):
    points = pq.read_table(run_folder / "factions").to_pandas() / 100
    factions = shared.by_thing(run).set_index(["thing", "kind"])
    won = points["hobbit/path/won"]
    assert factions.loc[("hobbit", "path"), "won"] == pytest.approx(won.mean())
    half = factions.loc[("hobbit", "path"), "won_high"] - won.mean()
    assert half == pytest.approx(1.96 * won.std() / np.sqrt(GAMES), rel=1e-3)
    seats = shared.by_deck(run).set_index(["seat", "kind"])
    lost = points[[c for c in points if c.split("/")[0] in ("hobbit", "wizard") and c.endswith("lost")]].sum(
        axis=1
    )
    assert seats.loc[("frodo", "all"), "lost"] == pytest.approx(lost.mean())
    assert seats.loc[("frodo", "all"), "lost_high"] - lost.mean() == pytest.approx(
        1.96 * lost.std() / np.sqrt(GAMES), rel=1e-3
    )


@pytest.mark.parametrize("column", ["frodo/card_3", "witch_king/card_5"])
def test_card_results(run, run_folder, games, counted, column):
    data = unpacked(run_folder, "cards", column, CARD_FIELDS)
    side = "free_peoples" if column.startswith("frodo") else "shadow"
    won = games["winner"] == side
    seat, card = column.split("/")
    table = held.results(counted[0]).set_index(["seat", "id"]).loc[(seat, card)]
    drawn, played = data["drawn_round"] > 0, data["played_round"] > 0
    states = {"opening": data["opening"] == 1, "drawn": drawn, "played": played, "never": ~drawn}
    for name, state in states.items():
        assert table[f"win_{name}"] == pytest.approx(won[state].mean())
        assert table[f"win_{name}_n"] == state.sum()
    assert table["improvement"] == pytest.approx(won[drawn].mean() - won[~drawn].mean())
    dealt = data["opening"] > 0
    assert table["opening_effect"] == pytest.approx(won[dealt].mean() - won[~dealt].mean())


def test_copies_count_once_per_game(run_folder, games, counted):
    first, second = (
        unpacked(run_folder, "cards", c, CARD_FIELDS) for c in ("frodo/card_0", "frodo/card_0#2")
    )
    drawn = (first["drawn_round"] > 0) | (second["drawn_round"] > 0)
    table = held.results(counted[0]).set_index(["seat", "id"]).loc[("frodo", "card_0")]
    assert table["copies"] == 2
    assert table["win_drawn_n"] == drawn.sum()
    assert table["win_drawn"] == pytest.approx((games["winner"] == "free_peoples")[drawn].mean())
    copies = held.results(counted[1]).query("seat == 'frodo' and id == 'card_0'")
    assert sorted(copies["copy"]) == [1, 2]


def test_card_usage_and_fates(run_folder, counted):
    data = unpacked(run_folder, "cards", "aragorn/card_6", CARD_FIELDS)
    played = data["played_round"] > 0
    table = held.usage(counted[0]).set_index(["seat", "id"]).loc[("aragorn", "card_6")]
    assert table["played_round"] == pytest.approx(data["played_round"][played].mean())
    assert table["place_path"] == pytest.approx((data["played_place"][played] == 2).mean())
    assert table["moved_battleground"] == pytest.approx((data["moved_place"][played] == 2).mean())
    assert table["round_4"] == pytest.approx((data["played_round"][played] == 4).mean())
    fates = held.fates(counted[0]).query("seat == 'aragorn' and id == 'card_6' and status == 'played'")
    assert fates["count"].sum() == played.sum()
    casualty = fates.set_index("left").loc["casualty", "count"]
    assert casualty == ((data["left"] == 1) & played).sum()


def test_results_are_sorted_by_what_chance_decides(counted):
    table = held.results(counted[0])
    assert table["opening_effect"].is_monotonic_decreasing
    assert not table["improvement"].is_monotonic_decreasing


def test_what_is_confounded_with_length_has_no_p_value(counted):
    columns = set(held.results(counted[0]))
    assert {"improvement_low", "improvement_same_length_low", "opening_effect_bh"} <= columns
    assert not any(name.startswith("improvement") and name.endswith(("_p", "_bh")) for name in columns)


def test_contests(run, run_folder):
    data = unpacked(run_folder, "places", "shadow_c", PLACE_FIELDS)
    table = picked.contests(run).set_index("id").loc["shadow_c"]
    active = data["times"] > 0
    assert table["active"] == pytest.approx(active.mean())
    assert table["contested"] == pytest.approx(data["contested"][active].mean())
    assert table["won_shadow"] == pytest.approx((data["winner"][active] == 2).mean())
    assert table["attack"] == pytest.approx(data["attack"][active].mean())


def test_path_effect_against_its_rivals(run, run_folder, games):
    won = games["winner"] == "free_peoples"
    drawn = {x: unpacked(run_folder, "places", f"path_2{x}", PLACE_FIELDS)["picked"] == 1 for x in "abc"}
    table = picked.effects(run).set_index("id").loc["path_2a"]
    assert table["effect"] == pytest.approx(won[drawn["a"]].mean() - won[drawn["b"] | drawn["c"]].mean())
    assert table["others"] == 2


def within(row, name, truth):
    """Within 4 standard errors of the truth."""
    error = (row[f"{name}_high"] - row[f"{name}_low"]) / 2 / 1.96
    return abs(row[name] - truth) < 4 * error


def test_planted_effects_are_found(run, counted):
    """True values: the effect itself, minus the share lost to capped games."""
    kept = 1 - PLAN.capped
    table = held.results(counted[0]).set_index(["seat", "id"])
    strong = {("frodo", "card_3"): 0.08 * kept, ("saruman", "card_4"): 0.07 * kept}
    for name in table.index:
        truth = strong.get(name, 0.0)
        assert within(table.loc[name], "improvement", truth), name
        assert within(table.loc[name], "improvement_same_length", truth), name
    effects = picked.effects(run).set_index("id")
    assert within(effects.loc["path_2a"], "effect", 0.1 * kept)
    assert within(effects.loc["path_2b"], "effect", -0.05 * kept)
    assert within(effects.loc["shadow_c"], "effect", 0.0)


def test_interval_of_an_effect_covers(tmp_path):
    """Over many small runs the 95% interval of a location without effect holds 0 in about 95%."""
    inside = total = 0
    for seed in range(12):
        run = load_run(write_run(tmp_path / str(seed), 700, 700, seed=seed))
        effects = picked.effects(run)
        inside += ((effects["effect_low"] <= 0) & (effects["effect_high"] >= 0)).sum()
        total += len(effects)
    assert inside / total > 0.95 - 4 * np.sqrt(0.05 * 0.95 / total)


def test_results_do_not_depend_on_chunks(run, run_folder, counted, tmp_path):
    again = load_run(rechunk(run_folder, tmp_path / "again", 1_700))
    for mine, theirs in zip(counted, held.tally(again), strict=True):
        pd.testing.assert_frame_equal(held.results(mine), held.results(theirs))
        pd.testing.assert_frame_equal(held.usage(mine), held.usage(theirs))
    pd.testing.assert_frame_equal(picked.effects(run), picked.effects(again))
    pd.testing.assert_frame_equal(lead.changes(run), lead.changes(again))
    pd.testing.assert_frame_equal(shared.by_deck(run), shared.by_deck(again))


def played(folder, seat, columns):
    """Rounds and places of the first play of every copy: (copies, games) each; 0 = never."""
    data = [unpacked(folder, "cards", f"{seat}/{column}", CARD_FIELDS) for column in columns]
    return tuple(np.array([one[name] for one in data]) for name in ("played_round", "played_place"))


@pytest.mark.parametrize("table", ["round", "place"])
def test_first_plays_against_those_of_the_seat(run_folder, games, counted, table):
    won = (games["winner"] == "free_peoples").to_numpy()
    codes = {"round": 4, "place": 2}
    make = {"round": held.by_round, "place": held.by_place}[table]
    own, others = (
        played(run_folder, "frodo", columns)[table == "place"] == codes[table]
        for columns in (["card_0", "card_0#2"], [f"card_{i}" for i in range(2, 8)])
    )
    mine, theirs = own.any(0), others.any(0) & ~own.any(0)
    label = 4 if table == "round" else "path"
    row = make(counted[0]).set_index(["seat", "id", table]).loc[("frodo", "card_0", label)]
    assert row["win_n"] == mine.sum()
    assert row["others_n"] == row["gap_n0"] == theirs.sum()
    assert row["win"] == pytest.approx(won[mine].mean())
    assert row["gap"] == pytest.approx(won[mine].mean() - won[theirs].mean())
    copy = make(counted[1]).set_index(["seat", "id", "copy", table]).loc[("frodo", "card_0", 2, label)]
    assert copy["win_n"] == own[1].sum()


def test_cards_that_do_nothing_by_round_have_no_gap(counted):
    """The synthetic winner does not know when a card was played; only drawn cards with an effect matter."""
    for table in (held.by_round(counted[0]), held.by_place(counted[0])):
        still = table[table["seat"].isin(["witch_king", "aragorn"]) & (table["gap_n"] > 30)]
        assert not {"gap_p", "gap_bh"} & set(table), "what went together is not tested"
        assert all(within(row, "gap", 0.0) for row in still.to_dict("records"))


def test_places_by_round(run, run_folder, games):
    won = (games["winner"] == "free_peoples").to_numpy()
    data = {x: unpacked(run_folder, "places", f"shadow_{x}", PLACE_FIELDS) for x in "abcdefg"}
    drawn = {x: ((one["picked"] == 1) & (one["first_round"] == 4)).to_numpy() for x, one in data.items()}
    others = np.any([drawn[x] for x in "abdefg"], 0)
    table = picked.by_round(run).set_index(["id", "round"])
    row = table.loc[("shadow_c", 4)]
    assert row["effect"] == pytest.approx(won[drawn["c"]].mean() - won[others].mean())
    assert (row["effect_n"], row["effect_n0"]) == (drawn["c"].sum(), others.sum())
    assert row["drawn"] == pytest.approx(drawn["c"].sum() / np.any(list(drawn.values()), 0).sum())
    assert set(table.index[table["effect_bh"] < 0.05]) == {("path_2a", 2), ("path_2b", 2), ("path_2c", 2)}
    assert within(table.loc[("path_2a", 2)], "effect", 0.1 * (1 - PLAN.capped))


def test_starts(tmp_path):
    plan = Plan(start_effects={"frodo": 0.1, "saruman": -0.05})
    run = load_run(write_run(tmp_path / "run", 8_000, 3_000, plan=plan))
    data = pq.read_table(tmp_path / "run" / "games").to_pandas()
    table = scenarios.starts(run).set_index("start")
    won, frodo = data["winner"] == "free_peoples", data["start"] == "frodo"
    assert table["games"].to_dict() == data["start"].value_counts().to_dict()
    assert table.loc["frodo", "win_free_peoples"] == pytest.approx(won[frodo].mean())
    assert table.loc["frodo", "effect"] == pytest.approx(won[frodo].mean() - won[~frodo].mean())
    mean = 0.05 / 4
    for seat, planted in {"frodo": 0.1, "saruman": -0.05, "aragorn": 0, "witch_king": 0}.items():
        assert within(table.loc[seat], "effect", (planted - mean) * 4 / 3), seat
    assert table.loc["frodo", "effect_bh"] < 0.001


def test_games_that_all_start_alike_tell_nothing(run, tmp_path):
    same = write_run(tmp_path / "same", 500, 500, plan=Plan(start_effects={"frodo": 0.1}))
    part = next((same / "games").glob("*.parquet"))
    table = pq.read_table(part).to_pandas().assign(start="frodo")
    table.to_parquet(part)
    sealing.change(same)
    assert scenarios.starts(load_run(same)).empty
    assert scenarios.starts(run).empty


def test_spread_of_decks(run, run_folder):
    points = pq.read_table(run_folder / "factions").to_pandas() / 100
    net = pd.DataFrame(
        {
            seat: sum(
                points[c] * (1 if c.endswith("won") else -1)
                for c in points
                if c != "game" and c.split("/")[0] in factions
            )
            for seat, factions in (("frodo", ("hobbit", "wizard")), ("aragorn", ("dunedain",)))
        }
    )
    off = net.sub(net.mean(axis=1), axis=0)
    row = shared.spread(run).set_index(["side", "kind"]).loc[("free_peoples", "all")]
    assert row["spread_n"] == 2
    assert row["spread_chance"] == pytest.approx(np.sqrt(2 * off["frodo"].var() / GAMES))
    assert row["spread_p"] > 0.001
    assert row["spread_low"] <= row["spread"] <= row["spread_high"]


def test_spread_between_decks():
    rng, n = np.random.default_rng(4), 20_000
    truth = 0.5 + 0.04 * np.array([-1.5, -1, -0.5, 0, 0.3, 0.6, 1.1, 1])
    table = pd.DataFrame({"deck": list("abcdefgh"), "wins": rng.binomial(n, truth), "games": n})
    row = shared.between(table).iloc[0]
    assert (row["decks"], row["win_n"]) == (8, 8 * n)
    assert row["spread"] == pytest.approx(truth.std(ddof=1), rel=0.15)
    assert row["spread_low"] < truth.std(ddof=1) < row["spread_high"]
    assert row["spread_p"] < 1e-9
    assert row["spread_chance"] == pytest.approx(np.sqrt(0.25 / n), rel=0.02)
