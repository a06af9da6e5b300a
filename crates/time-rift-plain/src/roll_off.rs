//! Dice that put tied players in order.

/// One of those to be ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// A seat; where teams roll for the victory, a team.
    pub who: usize,
    /// What counts, most important first: Initiatives, then every face thrown so far.
    pub numbers: Vec<i32>,
}

/// An order in the making: highest numbers first, those still equal throw. Rules: TR-REVL-9, TR-REVL-10, TR-R12.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollOff {
    /// Everybody concerned, in the order in which faces are written.
    pub members: Vec<Member>,
}

impl RollOff {
    /// The group that has to throw now: of all groups with equal numbers the highest one. Empty if
    /// nobody is tied. Rules: TR-R12.
    pub fn tied(&self) -> Vec<usize> {
        for numbers in self.numbers_descending() {
            let group: Vec<usize> = self
                .members
                .iter()
                .filter(|member| member.numbers == numbers)
                .map(|member| member.who)
                .collect();
            if group.len() > 1 {
                return group;
            }
        }
        Vec::new()
    }

    /// The tied group throws one die each. A place already won is never lost, because the new face
    /// only counts where all earlier numbers are equal. Rules: TR-R12.
    pub fn throw(&mut self, faces: &[i32]) {
        for (who, &face) in self.tied().into_iter().zip(faces) {
            let member = self.members.iter_mut().find(|member| member.who == who).expect("a tied member");
            member.numbers.push(face);
        }
    }

    /// Everybody from highest to lowest, once nobody is tied.
    pub fn order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        for numbers in self.numbers_descending() {
            for member in &self.members {
                if member.numbers == numbers && !order.contains(&member.who) {
                    order.push(member.who);
                }
            }
        }
        order
    }

    /// Somebody has left the game. Rules: TR-R119.
    pub fn remove(&mut self, who: usize) {
        self.members.retain(|member| member.who != who);
    }

    fn numbers_descending(&self) -> Vec<Vec<i32>> {
        let mut numbers: Vec<Vec<i32>> = self.members.iter().map(|member| member.numbers.clone()).collect();
        numbers.sort();
        numbers.reverse();
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subgroups_throw_again_and_keep_their_place() {
        let member = |who, number| Member { who, numbers: vec![number] };
        let mut dice =
            RollOff { members: vec![member(0, 7), member(1, 7), member(2, 9), member(3, 7), member(4, 9)] };
        assert_eq!(dice.tied(), [2, 4]);
        dice.throw(&[3, 3]);
        assert_eq!(dice.tied(), [2, 4]);
        dice.throw(&[1, 2]);
        assert_eq!(dice.tied(), [0, 1, 3]);
        dice.throw(&[2, 5, 2]);
        assert_eq!(dice.tied(), [0, 3]);
        dice.throw(&[6, 1]);
        assert_eq!(dice.tied(), Vec::<usize>::new());
        assert_eq!(dice.order(), [4, 2, 1, 0, 3]);
    }
}
